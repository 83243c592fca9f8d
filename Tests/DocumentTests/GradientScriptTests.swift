import Geometry
import Ink
import Journal
import Paint
import Pixels
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

/// Gradients in scripts and records.
@Suite struct GradientScriptTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func performed(_ script: String) throws -> Document {
    var player = ScriptPlayer(
      Array(script.utf8), on: try #require(Document(width: 200, height: 160)), filler: filler)
    do throws(ScriptPlayer.Fault) { try player.performAll() } catch {
      Issue.record("\(error.line):\(error.column): \(error.fault)")
    }
    return player.document
  }

  /// The script of a drawing.
  private func script(_ document: Document) throws -> String {
    var (text, script) = (ScriptText(try OperationList(document, filler: filler), 1...Int.max), [UInt8]())
    while let elements = try text.nextElements() {
      for element in elements { script += element + [0x0A] }
    }
    return String(decoding: script, as: UTF8.self)
  }

  private func operation(_ script: String) throws -> Gradient? {
    guard case .gradient(let gradient)? = try performed(script).history.lastDone?.operation else { return nil }
    return gradient
  }

  /// Fails if a member of a gradient is read as something else, or one that is left out is not what the manual says.
  @Test func membersAreRead() throws {
    let written = try #require(
      try operation(
        ##"""
        {"op": "layer-add", "name": "Sky"} {"op": "layer", "name": "Ink", "visible": true}
        {"op": "gradient", "layer": "Sky", "from": [0, 0], "to": [0, 900],
         "stops": [[0, "#88aacc"], [1, "#ffffff00"]], "kind": "linear"}
        """##))
    let plain = Gradient(surface: SurfaceID(Layer.ID(2)), from: .zero, to: Point(0, 900), stops: GradientTests.sky)
    #expect(written == plain)
    let short = try #require(try operation(#"{"op": "gradient", "from": [5, 5], "to": [9.5, 5]}"#))
    #expect(
      short
        == Gradient(
          surface: SurfaceID(Layer.ID(1)), kind: .linear, from: Point(5, 5), to: Point(9.5, 5), stops: .standard,
          opacity: 255))
    let long = try #require(
      try operation(
        ##"""
        {"op": "gradient", "kind": "radial", "opacity": 0.5, "selection": {"rectangle": [10, 10, 50, 50]},
         "from": [5, 5], "to": [9, 5], "stops": [[0.1, "#000000"], [0.5, "#ff000080"], [0.5, "#00ff00"], [0.75, "#123456"]]}
        """##))
    #expect(long.stops.stops.map(\.place) == [0.1, 0.5, 0.5, 0.75])
    #expect(long.stops.stops.map(\.opacity) == [255, 128, 255, 255] && long.stops.stops[3].colour == 0x12_3456)
    #expect(long.kind == .radial && long.opacity == 128)
    #expect(long.selection?.bounds == PixelRect(x: 10, y: 10, width: 50, height: 50))
  }

  /// Fails if the script of a drawing gives another gradient than it has, to the last bit.
  @Test func scriptsGiveItBack() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 200, height: 160))
      var mask = Mask(width: 200, height: 160)
      mask.fill(polygon: (0..<6).map { _ in Point(rng.roll(-20...220), rng.roll(-20...180)) })
      if rng.isOne(in: 2) { document.select(mask) }
      if rng.isOne(in: 2) { #expect(document.perform(.addMask(document.activeID, showing: nil)) != nil) }
      var gradient = GradientTests.gradient(on: document, &rng, within: rng.isOne(in: 3) ? nil : document.selection)
      let places = (0..<rng.roll(2...64)).map { _ in rng.roll(0.0...1) }.sorted()
      gradient.stops = try #require(
        GradientStops(
          places.map {
            GradientStops.Stop(place: $0, colour: UInt32(rng.roll(0...0xFF_FFFF)), opacity: UInt8(rng.roll(0...255)))
          }))
      if rng.isOne(in: 4) { gradient.stops = .standard }
      if rng.isOne(in: 2) { gradient.surface = document.activeSurface }
      #expect(document.perform(.gradient(gradient), OperationContext(filler: filler, recordsAll: true)) != nil)
      let text = try script(document)
      let again = try performed(text)
      #expect(again.history.lastDone?.operation == .gradient(gradient), "seed \(seed): \(text.suffix(400))")
      #expect(again.layers[0].image == document.layers[0].image, "seed \(seed)")
      #expect(text.contains("\"stops\"") == (gradient.stops != .standard))
      #expect(try RecordForm.again(.gradient(gradient), width: 200, height: 160) == .gradient(gradient))
    }
  }

  /// Fails if a record with stops that are not in order, or with one stop, is read.
  @Test func damagedRecordsAreRefused() throws {
    /// Stops as records have them, in any order.
    struct Stops: Fielded {
      struct Stop: Fielded {
        var place: Double
        mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
          var (colour, opacity) = (UInt32(5), UInt8(255))
          try coder.code(&place, Field("place", in: 0...9))
          try coder.code(color: &colour, "color")
          try coder.code(&opacity, Field("opacity", .share, in: 0...255, standard: 255))
        }
      }
      var stops: [Stop]
      mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&stops, "stops", like: Stop(place: 0))
      }
    }
    struct Read: Fielded {
      var stops = GradientStops.standard
      mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.code(&stops, "stops")
      }
    }
    func read(_ places: [Double]) throws -> GradientStops {
      var read = Read()
      try RecordReader.read(&read, from: RecordForm.bytes(Stops(stops: places.map { Stops.Stop(place: $0) })), nil)
      return read.stops
    }
    #expect(try read([0.25, 0.25, 1]).stops.map(\.place) == [0.25, 0.25, 1])
    for places in [[], [0.5], [0.5, 0.4], [0, 2], Array(repeating: 0.5, count: 65)] {
      #expect(throws: PayloadError.self, "\(places.count)") { try read(places) }
    }
  }
}
