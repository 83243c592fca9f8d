import Archive
import Foundation
import Geometry
import Ink
import Paint
import RandomSource
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Pixels
@testable import Storage

/// SVG files as other programs read them: elements, names and path data.
@Suite struct SVGTests {
  let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  private func exported(_ document: Document, title: String = "") throws -> (root: XMLElement, size: Int) {
    let path = fixture.folder.path("out.svg")
    try document.export(to: path, ExportOptions(format: .svg), title: title, filler: fixture.filler)
    let bytes = try fixture.folder.read("out.svg")
    return (try XMLReader.read(Array(bytes).span), bytes.count)
  }

  /// A slightly shaky stroke of `count` samples at 125 Hz.
  private func stroke(
    _ document: inout Document, count: Int, seed: Int, brush: Brush = Brush(size: 12), style: InkStyle = InkStyle()
  ) {
    var rng = RandomSource(seed)
    var stroke = StrokeInProgress(on: document, brush: brush, style: style, filler: fixture.filler)
    let (a, b) = (rng.roll(0...6.0), rng.roll(0...6.0))
    for i in 0..<count {
      let t = Double(i) * 0.008
      let place = Point(
        200 + 150 * sin(3 * t + a) + rng.roll(-0.1...0.1), 200 + 150 * sin(4.3 * t + b) + rng.roll(-0.1...0.1))
      stroke.add(PenSample(position: place, time: t, pressure: 0.5 + 0.3 * sin(5 * t) + rng.roll(-0.005...0.005)))
    }
    _ = stroke.finish(on: &document)
  }

  private func paths(_ element: XMLElement) -> [XMLElement] {
    (element.name == "path" ? [element] : []) + element.children.flatMap { paths($0) }
  }

  /// Fails if a stroke is not one path with its colour, opacity and mode. Also fails if a layer is
  /// not a group with its name, opacity and mode.
  @Test func aStrokeIsAPathAndALayerIsAGroup() throws {
    var document = try #require(Document(width: 400, height: 400))
    stroke(&document, count: 80, seed: 1, style: InkStyle(colour: 0x00_30FF))
    stroke(&document, count: 1, seed: 2, style: InkStyle(colour: 0xC0_2010, opacity: 128))
    _ = document.perform(.add(above: document.activeID))
    let name = "A \"layer\" <&> 'it' 筆\u{1}"
    _ = document.perform(.set(document.activeID, .name(name)))
    _ = document.perform(.set(document.activeID, .opacity(0.6)))
    _ = document.perform(.set(document.activeID, .blend(.softLight)))
    stroke(&document, count: 60, seed: 3, brush: try #require(fixture.library["marker"]))
    let root = try exported(document, title: name).root
    #expect(root.name == "svg" && root["viewBox"] == "0 0 400 400")
    #expect(root.children.map(\.name) == ["title", "rect", "g", "g"])
    #expect(root.children[1]["sodipodi:insensitive"] == "true", "the paper is locked")
    let groups = root.children.filter { $0.name == "g" }
    #expect(groups.allSatisfy { $0["inkscape:groupmode"] == "layer" })
    #expect(groups.map { $0["inkscape:label"] } == ["Ink", name.replacing("\u{1}", with: "\u{FFFD}")])
    #expect(groups.allSatisfy { $0.children.first?.name == "title" })
    #expect(groups.map { paths($0).count } == [2, 1])
    #expect(groups[0]["opacity"] == nil && groups[0]["style"] == nil)
    #expect(groups[1]["opacity"] == "0.6" && groups[1]["style"] == "mix-blend-mode:soft-light")
    let all = paths(root)
    #expect(all.allSatisfy { $0["fill-rule"] == "nonzero" })
    #expect(all[0]["fill"] == "#0030ff" && all[0]["fill-opacity"] == nil)
    #expect(all[1]["fill"] == "#c02010" && all[1]["fill-opacity"] == "0.502")
    #expect(all[2]["style"] == "mix-blend-mode:multiply")
  }

  /// Fails if a group is not an element with what it contains, its name, opacity and mode; if one that
  /// passes through has an opacity or a mode; or if something hidden or empty is there.
  @Test func groupsAreElements() throws {
    var document = try #require(Document(width: 400, height: 400))
    func group(_ ids: Layer.ID..., name: String, _ kind: Layer.Group = .isolated, opacity: Double = 1) -> Layer.ID {
      _ = document.perform(.group(ids))
      let id = document.activeID
      _ = document.perform(.set(id, .name(name)))
      _ = document.perform(.set(id, .group(kind)))
      _ = document.perform(.set(id, .opacity(opacity)))
      return id
    }
    for number in 0..<8 {
      if number > 0 { _ = document.perform(.add(above: document.activeID)) }
      stroke(&document, count: 20, seed: number)
      _ = document.perform(.set(document.activeID, .name("\(number)")))
    }
    let paint = document.layers.map(\.id)
    _ = document.perform(.set(paint[0], .blend(.multiply)))
    _ = document.perform(.set(paint[1], .opacity(0.5)))
    let passing = group(paint[1], name: "passing", .passThrough, opacity: 0.8)
    _ = document.perform(.set(passing, .blend(.screen)))
    _ = document.perform(.set(passing, .group(.passThrough)))
    _ = group(paint[0], passing, name: "isolated")
    _ = document.perform(.set(group(paint[2], name: "darken", opacity: 0.4), .blend(.darken)))
    _ = document.perform(.set(group(paint[3], name: "hidden", .passThrough), .visible(false)))
    _ = document.perform(.set(paint[4], .visible(false)))
    _ = group(paint[4], name: "empty")
    _ = group(paint[5], name: "clear", .passThrough, opacity: 0)
    _ = group(paint[6], name: "plain")
    let root = try exported(document).root
    func line(_ element: XMLElement) -> String {
      let parts = element.children.filter { $0.name == "g" }.map { line($0) }.joined(separator: " ")
      let values = ["inkscape:label", "opacity", "style"].compactMap { element[$0] }.joined(separator: ",")
      return parts.isEmpty ? values : "\(values)[\(parts)]"
    }
    let lines = root.children.filter { $0.name == "g" }.map { line($0) }
    #expect(
      lines == [
        "isolated,isolation:isolate[0,mix-blend-mode:multiply passing[1,0.4]]",
        "darken,0.4,mix-blend-mode:darken[2]", "plain[6]", "7",
      ])
    #expect(paths(root).count == 5)
  }

  /// Fails if paths consist of straight lines, or if an outline has as many curves on each side of
  /// the stroke as the stroke has samples.
  @Test func pathsAreShort() throws {
    var document = try #require(Document(width: 400, height: 400))
    let count = 600
    for seed in 0..<3 { stroke(&document, count: count / 3, seed: seed) }
    let (root, size) = try exported(document)
    let data = paths(root).map { $0["d"] ?? "" }.joined()
    let numbers = data.split { "mclz -".contains($0) }.count
    #expect(data.contains("c") && paths(root).count == 3)
    #expect(numbers < 6 * count, "\(numbers) numbers for \(count) samples")
    #expect(size < 30 * count, "\(size) bytes for \(count) samples")
  }

  /// Fails if a long path drifts because its relative coordinates are rounded, or its numbers run
  /// together.
  @Test func relativeCoordinatesDoNotDrift() throws {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      var data = SVGPathData()
      var points: [Point] = []
      for _ in 0..<3 {
        var at = Point(rng.roll(-5000...5000), rng.roll(-5000...5000))
        let curves = (0..<500).map { _ in
          let scale = rng.isOne(in: 3) ? 0.02 : 30.0
          func next() -> Point { at + Vector(rng.roll(-scale...scale), rng.roll(-scale...scale)) }
          let curve = CubicBezier(at, next(), next(), next())
          at = curve.p3
          return curve
        }
        data.append(Outline.Contour(curves: curves))
        points += curves.map(\.p3)
      }
      let read = try ends(of: String(decoding: data.text, as: UTF8.self))
      // A curve whose rounded points are all the same is left out. Rounding to 0.01 moves a point
      // by 0.00708 at most, half of the diagonal.
      var k = 0
      for place in read {
        while k < points.count, points[k].distance(to: place) > 0.00708 { k += 1 }
        #expect(k < points.count, "seed \(seed): \(place)")
      }
      #expect(read.count > points.count * 9 / 10)
    }
  }

  /// Fails if a curve is written as a line, or a line as a curve.
  @Test func linesAreLines() {
    var data = SVGPathData()
    let (a, b, c) = (Point(1.5, 2), Point(11.25, 2), Point(11.25, -0.05))
    data.append(
      Outline.Contour(curves: [
        CubicBezier(lineFrom: a, to: b), CubicBezier(lineFrom: b, to: c), CubicBezier(c, Point(11, 3), b, a),
      ]))
    #expect(String(decoding: data.text, as: UTF8.self) == "m1.5 2l9.75 0 0-2.05c-.25 3.05 0 2.05-9.75 2.05z")
  }

  /// The end points of path commands, except for those that start and close contours.
  private func ends(of data: String) throws -> [Point] {
    var (at, start, result) = (Point.zero, Point.zero, [Point]())
    // Each command with its numbers.
    var commands: [(letter: Character, text: String)] = []
    for character in data {
      if character.isLetter {
        commands.append((character, ""))
      } else {
        commands[commands.count - 1].text.append(character)
      }
    }
    for (letter, text) in commands {
      let words = text.replacing("-", with: " -").split(separator: " ")
      let numbers = try words.map { try #require(Double($0.replacing("-.", with: "-0."))) }
      switch letter {
      case "m":
        at = at + Vector(numbers[0], numbers[1])
        start = at
      case "z": at = start
      default:
        let step = letter == "c" ? 6 : 2
        for i in stride(from: step - 2, to: numbers.count, by: step) {
          at = at + Vector(numbers[i], numbers[i + 1])
          result.append(at)
        }
      }
    }
    return result
  }
}
