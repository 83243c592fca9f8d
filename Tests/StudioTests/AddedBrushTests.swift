import Document
import Geometry
import Ink
import Input
import Paint
import Testing

@testable import Library
@testable import Studio

/// MyPaint's brushes in a session. These tests do not draw, so they need no library.
@Suite struct AddedBrushTests {
  private func session(_ settings: Settings = Settings()) throws -> Session {
    let document = try #require(Document(width: 800, height: 600))
    let library = BrushLibrary(folder: BrushLibrary.systemFolder())
    let session = try #require(Session(document: document, windowWidth: 400, windowHeight: 300, brushes: library))
    session.restore(settings)
    return session
  }

  /// A brush of 20 px.
  /// - Parameter growth: by how much the logarithm of its radius grows with the pressure.
  private func brush(_ name: String, opaque: Double = 1, growth: Double = 0) throws -> Brush {
    let text = """
      {"version": 3, "settings": {"radius_logarithmic":
      {"base_value": 2.302585, "inputs": {"pressure": [[0, 0], [1, \(growth)]]}},
      "opaque": {"base_value": \(opaque), "inputs": {}}}}
      """
    return Brush(try MyPaintBrush(parsing: Array(text.utf8)), name: name)
  }

  /// Fails if an added brush cannot be chosen, its size is not that of its file, its outline has
  /// another size, or size and opacity are forgotten while another brush is used.
  @Test func addedBrushesAreUsedAsOthers() throws {
    let session = try session()
    #expect(session.choose(brush: "classic/a").requests.count == 1 && session.brush.name == "pen")
    #expect(session.add(try brush("classic/a")).isEmpty)
    #expect(session.choose(brush: "classic/a").toolsChanged && session.brush.paint != nil)
    #expect(abs(session.size - 20) < 1e-4)
    let sample = PenSample(position: Point(100, 100), time: 0, pressure: 0, tool: .pen)
    #expect(abs(session.cursorOutline(for: sample).radius - 10) < 1e-4)
    _ = session.setSize(50)
    _ = session.setOpacity(0.4)
    #expect(session.cursorOutline(for: sample).radius == 25)
    _ = session.choose(brush: "pen")
    #expect(session.opacity == 1)
    _ = session.choose(brush: "classic/a")
    #expect(session.size == 50 && abs(session.opacity - 0.4) < 0.01)
    let remembered = session.remembered
    #expect(remembered.brush == "classic/a" && remembered.brushes["classic/a"] == .init(width: 50, opacity: 0.4))
  }

  /// Fails if the size of settings from before, that of the tip, changes the tip, or is not written as the width at full
  /// pressure.
  @Test(arguments: [false, true]) func sizesOfTipsAreConverted(isLater: Bool) throws {
    var settings = Settings()
    settings.brush = "classic/a"
    settings.brushes["classic/a"] = .init()
    settings.brushes["classic/a"]?.tip = 30
    let session = try session(isLater ? settings : Settings())
    _ = session.add(try brush("classic/a", growth: 0.6931472))
    if !isLater { session.restore(settings) }
    _ = session.choose(brush: "classic/a")
    #expect(session.brush.size == 30 && abs(session.size - 60) < 1e-4)
    #expect(session.remembered.brushes["classic/a"] == .init(width: 60))
    let sample = PenSample(position: Point(100, 100), time: 0, pressure: 0, tool: .pen)
    #expect(abs(session.cursorOutline(for: sample).radius - 30) < 1e-4)
  }

  /// Fails if a brush that is read later or at the start does not get the size and opacity of its
  /// last use, or forgets them with the next drawing.
  @Test func sizesOfAddedBrushesAreRemembered() throws {
    var settings = Settings()
    settings.brushes["classic/a"] = .init(width: 33, opacity: 0.6)
    let later = try session(settings)
    #expect(later.remembered.brushes == settings.brushes)
    _ = later.add(try brush("classic/a"))
    _ = later.choose(brush: "classic/a")
    settings.brush = "classic/a"
    let early = try session()
    _ = early.add(try brush("classic/a"))
    early.restore(settings)
    let next = try #require(
      Session(document: early.document, windowWidth: 400, windowHeight: 300, brushes: early.brushes))
    next.adoptState(of: early)
    for session in [later, early, next] {
      #expect(session.brush.name == "classic/a" && session.size == 33 && abs(session.opacity - 0.6) < 0.01)
      #expect(session.remembered.brushes == settings.brushes)
    }
  }

  /// Fails if a file that is read again does not replace the brush in use, or changes its size.
  @Test func aBrushIsReplacedByItsNewFile() throws {
    let session = try session()
    _ = session.add(try brush("a"))
    _ = session.choose(brush: "a")
    _ = session.setSize(7)
    let changed = try brush("a", opaque: 0.5)
    #expect(session.add(changed).toolsChanged)
    #expect(session.brush.paint == changed.paint && session.size == 7)
    _ = session.choose(brush: "pen")
    _ = session.add(try brush("a"))
    _ = session.choose(brush: "a")
    #expect(session.brush.paint == (try brush("a")).paint && session.size == 7)
  }

  /// Fails if the user's smoothing reaches the samples of MyPaint's brushes, which smooth by
  /// themselves, or a stabiliser does not.
  @Test func smoothingDoesNotApply() throws {
    var settings = Settings()
    (settings.smoothing, settings.aids.stabiliser) = (90, .average)
    let session = try session(settings)
    let painting = try brush("a")
    #expect(session.steadied(painting).strength == painting.strength)
    #expect(session.steadied(painting).stabiliser == session.steadied(session.brush).stabiliser)
    session.smoothing = 80
    #expect(session.steadied(painting).strength == painting.strength)
  }
}

/// Brushes that were edited and saved.
@Suite struct KeptBrushTests {
  private func session() throws -> Session {
    let document = try #require(Document(width: 80, height: 60))
    return try #require(Session(document: document, windowWidth: 80, windowHeight: 60))
  }

  private func brush(_ name: String, size: Double) -> Brush {
    var brush = Brush(size: size)
    brush.name = name
    return brush
  }

  /// Fails if a saved brush in use does not draw as saved: with its own size if that was changed,
  /// else with that of its last use.
  @Test func savedBrushesAreUsed() throws {
    let session = try session()
    _ = session.setSize(30)
    var thin = try #require(session.brushes["pen"])
    thin.minimumShare = 0.9
    #expect(session.keep(thin, file: "/b/pen.brush", isResized: false).toolsChanged)
    #expect(session.brush.minimumShare == 0.9 && session.size == 30)
    _ = session.keep(thin.resized(to: 8), file: "/b/pen.brush", isResized: true)
    #expect(session.size == 8)
    // One that is not in use, and a new one.
    _ = session.keep(brush("other", size: 44), file: "/b/other.brush", isResized: false)
    #expect(session.brush.name == "pen" && session.brushes.ownNames.contains("other"))
    _ = session.choose(brush: "other")
    #expect(session.size == 44)
    _ = session.keep(brush("eraser", size: 70), file: "/b/eraser.brush", isResized: true)
    #expect(session.eraser.size == 70 && session.brush.name == "other")
  }

  /// Fails if saving a brush that was not used since the start forgets the size, opacity and paper
  /// of its last use.
  @Test func savedBrushesKeepTheirUse() throws {
    let session = try session()
    var settings = Settings()
    settings.brushes["other"] = .init(width: 33, opacity: 0.6, paper: .init("canvas"))
    session.restore(settings)
    _ = session.keep(brush("other", size: 44), file: "/b/other.brush", isResized: false)
    #expect(session.remembered.brushes["other"] == settings.brushes["other"])
    _ = session.keep(brush("other", size: 50), file: "/b/other.brush", isResized: true)
    #expect(session.remembered.brushes["other"] == .init(opacity: 0.6, paper: .init("canvas")))
  }

  /// Fails if a deleted brush is still drawn with or among the recent ones, or the built-in one
  /// does not come back.
  @Test func deletedBrushesAreReplaced() throws {
    let session = try session()
    _ = session.keep(brush("other", size: 44), file: "/b/other.brush", isResized: false)
    _ = session.choose(brush: "other")
    _ = session.remove(brush: "other")
    #expect(session.brush.name == "pen" && session.brushes["other"] == nil && !session.recentBrushes.contains("other"))
    _ = session.keep(brush("pen", size: 99), file: "/b/pen.brush", isResized: true)
    _ = session.remove(brush: "pen")
    #expect(session.size == Brush().size && session.brushes.ownNames.contains("pen"))
  }

  /// Fails if a title is not kept as it was given, or one that is none is read.
  @Test func titlesAreKept() throws {
    var settings = Settings()
    settings.brushes["a/b"] = .init(title: "鉛筆 “2B”, 50 %")
    let field = try #require(SettingsField.named("brush.a/b.title"))
    let text = try #require(field.write(settings))
    #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    var read = Settings()
    #expect(field.read(text, &read) && read.brushes["a/b"]?.title == "鉛筆 “2B”, 50 %")
    for wrong in ["", "%20", "a%0A", "%FF", String(repeating: "a", count: 81)] { #expect(!field.read(wrong, &read)) }
    #expect(Settings.BrushUse.title("  Oak\u{7} leaf \n") == "Oak leaf" && Settings.BrushUse.title(" \t") == nil)
    let session = try session()
    session.restore(settings)
    #expect(session.remembered.brushes["a/b"]?.title == "鉛筆 “2B”, 50 %")
  }
}
