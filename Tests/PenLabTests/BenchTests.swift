import Foundation
import Geometry
import Ink
import Testing

@testable import PenLab

@Suite("What penlab measures with")
struct BenchTests {
  @Test("The wandering pen stays on the canvas, steps 5 px, and comes nowhere near where it was before")
  func wandering() {
    let samples = PenPath.wandering(10_000)
    #expect(samples.count == 10_000)
    let inside = samples.allSatisfy {
      (120...Double(PenPath.canvas.width) - 120).contains($0.position.x)
        && (120...Double(PenPath.canvas.height) - 120).contains($0.position.y)
    }
    #expect(inside)
    let steps = zip(samples, samples.dropFirst()).map { $0.position.distance(to: $1.position) }
    #expect(steps.allSatisfy { abs($0 - 5) < 0.05 })
    // Compares the timed samples with all samples that are more than a row older.
    let nearest = samples[StrokeBench.late].map { late in
      samples[..<9000].map { $0.position.distance(to: late.position) }.min() ?? 0
    }
    #expect((nearest.min() ?? 0) > 200)
  }

  @Test("The scribbling pen stays in its place")
  func scribbling() {
    let isNear = PenPath.scribbling(10_000).allSatisfy { $0.position.distance(to: Point(1900, 1000)) < 43 }
    #expect(isNear)
  }

  @Test("Timed samples have the same pressures early and late")
  func pressures() {
    for samples in [PenPath.wandering(10_000), PenPath.scribbling(10_000)] {
      let early = samples[StrokeBench.early].map(\.pressure).sorted()
      let late = samples[StrokeBench.late].map(\.pressure).sorted()
      #expect(zip(early, late).allSatisfy { abs($0 - $1) < 1e-9 })
    }
  }

  @Test("The report is JSON whatever is in its names, and knows what could not be measured")
  func json() throws {
    var report = Report(facts: [("processor", "A \"B\"\\ \u{1}\n")])
    report.add(
      .init(
        title: "chapter",
        rows: [.init(name: "a\tb", value: 1.5, unit: "ms"), .init(name: "c", value: nil, unit: "", note: "é")]))
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    #expect((read["facts"] as? [String: String]) == ["processor": "A \"B\"\\ \u{1}\n"])
    let rows = try #require(read["measurements"] as? [[String: Any]])
    #expect(rows.count == 2)
    #expect(rows[0]["name"] as? String == "a\tb" && rows[0]["value"] as? Double == 1.5)
    #expect(rows[1]["value"] is NSNull && rows[1]["note"] as? String == "é")
  }

  @Test("Flourishes lie on the canvas, land and lift softly, and never stand still")
  func flourish() {
    for stroke in Flourish.strokes {
      #expect(stroke.allSatisfy { (0...1).contains($0.position.x) && (0...1).contains($0.position.y) })
      #expect(stroke.allSatisfy { (0...1).contains($0.pressure) })
      #expect((stroke.first?.pressure ?? 1) < 0.05 && (stroke.last?.pressure ?? 1) < 0.05)
      #expect((stroke.map(\.pressure).max() ?? 0) > 0.9)
      #expect(zip(stroke, stroke.dropFirst()).allSatisfy { $0.position != $1.position })
    }
  }
}
