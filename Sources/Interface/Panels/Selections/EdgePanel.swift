import Document
import Geometry
import Input
import Language
import Paint
import Studio
import Toolkit

/// A popup with sliders for the edge of the selection, which follows them at once. Enter closes it.
final class EdgePanel: Panel {
  let growth: Slider
  let feather: Slider
  let smoothing: Slider
  let border: Slider
  private let stack: Stack

  override init(_ context: WidgetContext) {
    func slider(_ range: ClosedRange<Double>, _ title: String) -> Slider {
      let slider = Slider(context, .linear(range, step: 1))
      slider.title = title
      slider.length = 180
      slider.text = { "\(Int($0.rounded())) px" }
      slider.widestText = "-200 px"
      slider.standard = 0
      return slider
    }
    // Wider edges can be typed or come from scripts.
    growth = slider(-100...100, translated("Grow or shrink", context: "the selection"))
    feather = slider(0...200, translated("Feather", context: "width of a soft edge"))
    smoothing = slider(0...100, translated("Round off", context: "the corners of the selection"))
    border = slider(0...100, translated("Border only", context: "of the selection"))
    stack = Stack(context, .down, spacing: 0, alignment: .start)
    super.init(context)
    for slider in [growth, feather, smoothing, border] {
      stack.add(context.name(slider.title))
      stack.add(slider)
    }
    add(stack)
    wire(growth, \.growth, SelectionEdge.growths)
    wire(feather, \.feather, SelectionEdge.feathers)
    wire(smoothing, \.smoothing, SelectionEdge.smoothings)
    wire(border, \.border, SelectionEdge.borders)
    show()
  }

  private func wire(
    _ slider: Slider, _ part: WritableKeyPath<SelectionEdge, Double>, _ range: ClosedRange<Double>
  ) {
    let set = { [weak self] (value: Double, isSettled: Bool) in
      guard let self, !isHidden else { return }
      var edge = context.state.selectionEdge
      edge[keyPath: part] = value
      post(.setEdge(edge, isSettled: isSettled))
    }
    slider.onChange = set
    slider.entry = { [weak self, weak slider] in
      NumberEntry.Subject(
        title: slider?.title ?? "", unit: "px", value: self?.context.state.selectionEdge[keyPath: part] ?? 0,
        range: range, decimals: 1, set: { set($0, true) })
    }
  }

  override func show() {
    let edge = context.state.selectionEdge
    (growth.value, feather.value) = (edge.growth, edge.feather)
    (smoothing.value, border.value) = (edge.smoothing, edge.border)
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var access: Access { Access(role: .panel, name: translated("Edge of the selection")) }

  override func key(_ key: KeyEvent) -> Bool {
    guard [KeyCode.enter, KeyCode.keypadEnter].contains(key.keysym), key.modifiers.isEmpty else {
      return super.key(key)
    }
    context.overlay?.close(self)
    return true
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let edge = 2 * context.whole(12)
    let size = stack.size(within: width - edge)
    return (size.width + edge, size.height + edge)
  }

  override func layOut() { stack.place(frame.grown(by: -context.whole(12))) }
}
