import Document
import Pixels
import Raster

/// The steps that draw a drawing's layers on a page, lowest first.
///
/// If SVG and PDF lack the blend mode of a layer or group, it and all that is below it become one image:
/// below it in the isolated group that contains it, or in the drawing.
struct VectorPlan {
  enum Step {
    case begin(VectorGroup)
    case end(VectorGroup)
    /// A layer with paint.
    case layer(LayerStep)
    /// An image of a layer or group and all that is below it in an isolated group, or in the drawing if
    /// `group` is nil. Both are indices. The opacity and mode of `group` have no effect.
    case image(upTo: Int, group: Int?)
  }

  /// An isolated group that is being drawn, or the page.
  private struct Scope {
    /// The index of the group; nil for the page.
    var group: Int?
    /// The index of its first step.
    var start: Int
    /// The groups in it that pass through and have begun, the outermost first; nil for those that are
    /// left out.
    var passing: [VectorGroup?] = []
    /// Whether a part has a blend mode.
    var hasModes = false
  }

  /// The largest number of groups that are open at a time. Deeper ones become images, or are left out if
  /// they pass through. librsvg draws at most 50 elements inside one another.
  static let mostDepth = 32

  private(set) var steps: [Step] = []

  init(of layers: LayerTree) {
    var scopes = [Scope(start: 0)]
    var depth = 0
    for step in layers.steps {
      var group = VectorGroup(step, layers[step.layer].shownName)
      let last = scopes.count - 1
      switch step.kind {
      case .begin where step.passesThrough:
        let shown = depth < Self.mostDepth ? group : nil
        scopes[last].passing.append(shown)
        if let shown { steps.append(.begin(shown)) }
        depth += 1
      case .begin:
        steps.append(.begin(group))
        scopes.append(Scope(group: step.layer, start: steps.count))
        depth += 1
      case .end where step.passesThrough:
        depth -= 1
        guard let group = scopes[last].passing.removeLast() else { continue }
        // What it contained can be in an image below it.
        if case .begin = steps.last { steps.removeLast() } else { steps.append(.end(group)) }
      case .end:
        depth -= 1
        let scope = scopes.removeLast()
        if depth >= Self.mostDepth {
          steps.removeSubrange(scope.start...)
          steps.append(.image(upTo: step.layer - 1, group: step.layer))
        } else {
          // Without modes, drawing the parts one by one gives the same pixels.
          group.isIsolated = scope.hasModes
        }
        steps[scope.start - 1] = .begin(group)
        steps.append(.end(group))
        add(step, to: &scopes[last - 1])
      case .layer:
        steps.append(.layer(step))
        add(step, to: &scopes[last])
      }
    }
  }

  /// Takes note of a layer or isolated group that was drawn.
  private mutating func add(_ step: LayerStep, to scope: inout Scope) {
    if VectorLayers.isKnown(step.blend) {
      if step.blend != .sourceOver { scope.hasModes = true }
      return
    }
    steps.removeSubrange(scope.start...)
    steps.append(.image(upTo: step.layer, group: scope.group))
    steps += scope.passing.compactMap { $0.map { .begin($0) } }
    scope.hasModes = false
  }

  /// The steps that draw a layer or an image.
  var drawn: Int {
    steps.count {
      switch $0 {
      case .layer, .image: true
      case .begin, .end: false
      }
    }
  }

  /// Whether an image shows all below the steps that follow, so that the paper is in it.
  var startsWithImage: Bool {
    if case .image(_, nil) = steps.first { true } else { false }
  }
}

extension VectorGroup {
  /// A group of layers; it is not isolated.
  fileprivate init(_ step: LayerStep, _ name: String) {
    self.init(layer: name, opacity: Double(step.alpha) / 255, blend: step.blend, isIsolated: false)
  }
}

extension Document {
  /// The drawing with a layer or group and all that is below it in a group, or in the drawing if `group`
  /// is nil. Both are indices. The opacity and mode of `group` have no effect, and then there is no paper.
  func part(upTo index: Int, group: Int?) -> Document {
    var picture = self
    if let group { picture.show(only: layers[group]) }
    var tree = picture.layers
    if group != nil { tree[tree.count - 1].opacity = 1 }
    guard let last = tree.index(of: layers[index].id) else { return picture }
    let around = Set(tree.ancestors(of: last))
    var top = tree.count - 1
    while top > last {
      let branch = around.contains(top) ? top..<top + 1 : tree.branch(at: top)
      if !around.contains(top) { tree.remove(at: top) }
      top = branch.lowerBound - 1
    }
    picture.setStack(tree, active: 0, plane: .pixels, paper: paper, isPaperShown: picture.isPaperShown)
    return picture
  }
}
