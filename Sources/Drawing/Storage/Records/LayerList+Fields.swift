import Document
import Geometry
import Journal
import Language
import Pictures
import Pixels
import Raster

extension SurfaceID.Plane: ListedChoice {
  var word: String { self == .pixels ? "pixels" : "mask" }
}

extension LayerList: Fielded {
  /// A reader's layers are empty, of the size of the canvas.
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    let side = 1...Double(Document.endlessSide)
    try coder.code(&width, Field("width", .px, in: side))
    try coder.code(&height, Field("height", .px, in: side))
    let (w, h) = (width, height)
    try coder.check(
      Document.isAllowed(width: w, height: h),
      translated("its canvas of {width} x {height} px is not possible", ["width": w, "height": h]))
    try coder.code(&resolution.x, Field("resolution-x", in: Resolution.possible, standard: 72))
    try coder.code(&resolution.y, Field("resolution-y", in: Resolution.possible, standard: 72))
    // Each scaling and each crop multiplies it.
    let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    try coder.code(&canvasMap, linear: all, shift: all)
    try coder.code(color: &paper, "paper")
    try coder.code(&isPaperShown, Field("is-paper-shown", standard: true))
    // The limit leaves enough numbers for new layers.
    try coder.code(&next, Field("next-layer", in: 0...0x1p60))
    try coder.code(&active, Field("active", in: 0...0x1p31))
    try coder.choose(&plane, Field("active-plane", standard: .pixels))
    var items = layers.map { Item($0) }
    // Limits the memory that a damaged record can claim.
    try coder.code(
      &items, "layers", like: Item(Layer(name: "", width: 1, height: 1)),
      limit: Document.mostLayers(width: w, height: h))
    guard coder.reads else { return }
    try coder.check(active < items.count, translated("a list of layers is invalid"))
    let numbers = 1..<max(2, next)
    try coder.check(items.allSatisfy { numbers.contains($0.id.number) }, translated("a layer's number is invalid"))
    do throws(PayloadError) {
      layers = try LayerTree(items.map { $0.layer(width: w, height: h) })
    } catch { try coder.check(false, error.fault) }
  }

  /// A layer without pixels.
  struct Item: Fielded {
    var id: Layer.ID
    var properties: Layer.Properties
    private var content: Content
    private var depth: Int
    private var hasMask: Bool

    private enum Content: String, WordChoice, CaseIterable {
      case paint, isolated
      case passThrough = "pass-through"
    }

    init(_ layer: Layer) {
      (id, properties, depth, hasMask) = (layer.id, layer.properties, layer.depth, layer.mask != nil)
      content =
        switch layer.content {
        case .paint: .paint
        case .group(.isolated): .isolated
        case .group(.passThrough): .passThrough
        }
    }

    mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.code(&id, "layer")
      try coder.code(&properties, "properties")
      try coder.choose(&content, Field("content", standard: .paint))
      try coder.code(&depth, Field("depth", in: 0...Double(LayerTree.mostDepth), standard: 0))
      try coder.code(&hasMask, Field("has-mask", standard: false))
    }

    func layer(width: Int, height: Int) -> Layer {
      var layer = Layer(name: "", width: width, height: height)
      (layer.id, layer.properties, layer.depth) = (id, properties, depth)
      switch content {
      case .paint: break
      case .isolated: layer.content = .group(.isolated)
      case .passThrough: layer.content = .group(.passThrough)
      }
      if hasMask { layer.mask = TileGrid(width: width, height: height) }
      return layer
    }
  }
}

extension DrawingHeader: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&name, Field("name", standard: ""))
    try coder.code(&program, Field("program", standard: ""))
    try coder.code(&list, "drawing")
  }
}
