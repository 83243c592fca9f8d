import Document
import Geometry
import Library
import Panels
import Raster
import Storage
import Studio

/// States of the program for tests and pictures of the interface.
public enum InterfaceSample {
  /// The state of the golden pictures.
  public static func state(_ theme: Settings.ThemeChoice) -> InterfaceState {
    var state = InterfaceState()
    state.settings.theme = theme
    state.opacity = 0.85
    state.undoCount = 128
    state.zoom = 0.5
    state.rotation = 354
    state.palettes = [Self.palette]
    state.recentColours = [0x1D1F24, 0xD6452A, 0x2F6690]
    if var document = Document(width: 64, height: 40) {
      _ = document.perform(.add(above: document.activeID))
      state.layers = document.layers.map { LayerItem($0) }
      state.activeLayer = document.activeID
    }
    return state
  }

  /// The standard palette when the golden pictures were made.
  public static let palette = Palette(
    name: PaletteLibrary.standardName, columns: 8,
    entries: [
      0x1D1F24, 0xD6452A, 0xE8A33D, 0x3F7D58, 0x2F6690, 0x6B4C9A, 0x8C867F, 0xFDFCF9, 0x5C2F1F, 0x8A5A44, 0xCAA98F,
      0x7F9C96, 0x9FB8C8, 0xC9B6D9, 0xD9D5CF, 0xFFFFFF,
    ].map { Palette.Entry(rgb: $0) })

  public static let readings = StatusReadings(
    zoom: 0.5, rotation: 354, tilt: .init(lean: Angle(degrees: 34), azimuth: Angle(degrees: -45)), latency: 0.0006)

  public static var overview: NavigatorState? {
    guard let document = Document(width: 2000, height: 1000) else { return nil }
    var maker = MiniatureMaker()
    var view = View(canvasWidth: 2000, canvasHeight: 1000, windowWidth: 1024, windowHeight: 700)
    view.setRotation(Angle(degrees: 20))
    return NavigatorState(miniature: maker.make(of: document, most: (216, 150)), view: view)
  }

  /// Two pictures, one of them turned and partly transparent.
  public static var twoReferences: ReferenceState? {
    var board = ReferenceBoard()
    var pixels: [Reference.ID: ReferencePixels] = [:]
    for (i, size) in [(120, 80), (60, 90)].enumerated() {
      guard let loaded = gradient(width: size.0, height: size.1) else { return nil }
      var place = board.freePlacement(for: loaded.picture, aspect: 1.3)
      (place.rotation, place.opacity) = (Angle(degrees: Double(20 * i)), i == 0 ? 1 : 0.6)
      guard let id = board.add(loaded.picture, at: place) else { return nil }
      pixels[id] = loaded.pixels
    }
    return ReferenceState(board: board, pixels: pixels)
  }

  /// A picture whose pixels have the colour 0xXXYY80 of their position.
  public static func gradient(width: Int, height: Int) -> LoadedReference? {
    let pixels = (0..<width * height).map { 0xFF00_0080 | UInt32($0 % width) << 16 | UInt32($0 / width) << 8 }
    return Clipping(width: width, height: height, pixels: pixels).flatMap { try? LoadedReference($0) }
  }
}
