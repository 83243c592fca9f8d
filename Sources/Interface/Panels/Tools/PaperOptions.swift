import Language
import Studio
import Toolkit

/// The paper texture under the brush in use: which, how strong and how large.
final class PaperOptions: ToolOptions {
  let papers: DropDown
  let strength: Slider
  let scale: Slider
  private var amounts: [Widget] = []

  override init(_ context: WidgetContext, isUpright: Bool) {
    papers = DropDown(context)
    strength = Slider(context, .linear(0...100, step: 1))
    scale = Slider(context, .logarithmic(25...1600))
    super.init(context, isUpright: isUpright)
    papers.title = translated("Paper texture")
    papers.mostWidth = 200
    papers.onChoose = { [weak self] index in self?.choose(index) }
    papers.more = { [.separator, .item(translated("Add a picture…")) { context.post(.brushes(.addPaper)) }] }
    for (slider, title) in [
      (strength, translated("Strength of the texture")), (scale, translated("Size of the texture")),
    ] {
      slider.title = title
      slider.length = isUpright ? 160 : 72
      slider.text = { "\(Int($0.rounded())) %" }
      slider.wheelSteps = 5
    }
    (strength.widestText, scale.widestText) = ("100 %", "1600 %")
    (strength.standard, scale.standard) = (100 * Settings.PaperUse.standardStrength, 100)
    strength.onChange = { [weak self] value, _ in self?.changing { $0.strength = value / 100 } }
    scale.onChange = { [weak self] value, _ in self?.changing { $0.scale = value / 100 } }
    add(group: [context.name(translated("Texture", context: "of the paper")), papers])
    amounts = [
      add(group: [context.name(translated("Strength", context: "of a texture")), strength]),
      add(group: [context.name(translated("Size", context: "of a texture")), scale]),
    ]
  }

  private func choose(_ index: Int) {
    let names = context.state.papers
    guard index > 0, names.indices.contains(index - 1) else { return post(.brushes(.setPaper(nil))) }
    var paper = context.state.brushPaper ?? Settings.PaperUse(names[index - 1])
    paper.name = names[index - 1]
    post(.brushes(.setPaper(paper)))
  }

  private func changing(_ body: (inout Settings.PaperUse) -> Void) {
    guard var paper = context.state.brushPaper else { return }
    body(&paper)
    if paper != context.state.brushPaper { post(.brushes(.setPaper(paper))) }
  }

  override func update() -> Bool {
    let state = context.state
    let options = [translated("The brush's own", context: "texture")] + state.papers.map(ShippedPapers.title)
    let paper = state.brushPaper
    // Without its file it has no effect.
    let isThere = paper.map { state.papers.contains($0.name) } ?? false
    let isChanged = options != papers.options || isThere == amounts[0].isHidden || paper?.name ?? "" != papers.otherwise
    papers.options = options
    papers.chosen = if let paper { state.papers.firstIndex(of: paper.name).map { $0 + 1 } } else { 0 }
    papers.otherwise = paper?.name ?? ""
    for amount in amounts { amount.isHidden = !isThere }
    if let paper { (strength.value, scale.value) = (100 * paper.strength, 100 * paper.scale) }
    return isChanged
  }
}

/// The papers that come with Fude (Resources/papers).
enum ShippedPapers {
  /// What a paper is called.
  static func title(of name: String) -> String { titles[name] ?? name }

  /// By the names of their files.
  static let titles = [
    "canvas": translated("Canvas", context: "a texture"),
    "cold-pressed": translated("Watercolour paper", context: "a texture"),
    "grit": translated("Sanded paper", context: "a texture"),
    "laid": translated("Laid paper", context: "a texture"),
    "linen": translated("Linen", context: "a texture"),
    "rough": translated("Rough watercolour paper", context: "a texture"),
    "washi": translated("Washi", context: "a texture"),
    "wood": translated("Wood", context: "a texture"),
  ]
}
