import Document
import Geometry
import Ink
import Paint
import Panels
import Raster
import Studio

/// The brush in the editor.
struct BrushEditingState {
  /// The field for trying the brush.
  struct Pad {
    /// Draws on the field; its window and its canvas are as large as the field.
    let session: Session
    /// Whether the pen touches the field.
    var isHeld = false
    /// Whether the field has strokes.
    var isUsed = false

    /// The most steps that the field keeps in memory.
    private static let mostSteps = 20

    /// A field of a size in px; nil without memory.
    /// - Parameter ground: whether it has bands of colour, for brushes that show nothing on paper.
    init?(width: Int, height: Int, ground: Bool) {
      guard var document = Document(width: width, height: height) else { return nil }
      if ground { Self.cover(&document) }
      guard let session = Session(document: document, windowWidth: width, windowHeight: height) else { return nil }
      self.session = session
    }

    var bounds: PixelRect {
      PixelRect(x: 0, y: 0, width: session.view.windowWidth, height: session.view.windowHeight)
    }

    /// Bands from top to bottom in the lower half.
    private static func cover(_ document: inout Document) {
      let colours: [UInt32] = [0xC0_4A3A, 0x3A_78B8, 0xE0_B040].map { Pixel.opaque($0) }
      let row = (0..<document.width).map { colours[$0 * colours.count / document.width] }
      for y in document.height / 2..<document.height { document.load(row: y, pixels: row.span) }
    }

    /// Forgets the steps of the strokes, which nothing undoes.
    func tidy() {
      guard !session.isInGesture, session.document.history.undoCount > Self.mostSteps else { return }
      session.forgetHistory()
    }
  }

  /// The number of the editing; each has another one.
  let number: Int
  var shown: BrushEditing
  /// The file that it was read from; nil for one that is built in.
  var file: String?
  /// The brush that is being written; nil for none.
  var written: Brush?
  /// The time of the last change, s.
  var changed = -Double.infinity
  /// Nil until the page is laid out.
  var pad: Pad?

  init(number: Int, shown: BrushEditing, file: String?) {
    (self.number, self.shown, self.file) = (number, shown, file)
  }

  /// The name that the brush has.
  var name: String { shown.draft.brush.name }

  /// Whether strokes of the brush show nothing on paper.
  var needsGround: Bool {
    let brush = shown.draft.brush
    guard let paint = brush.paint else { return brush.blend == .erase }
    return paint.smudges || paint.baseValue(of: .eraser) > 0 || paint.baseValue(of: .colorize) > 0
  }
}
