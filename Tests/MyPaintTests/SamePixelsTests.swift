import CMyPaint
import Foundation
import Ink
import Raster
import Synchronization
import Testing
import Threads

@testable import MyPaint

/// Equal strokes have equal pixels, for every brush of the package mypaint-brushes.
@Suite(.enabled(if: Installed.hasLibrary && Installed.hasBrushes, "needs libmypaint-1.5-1 and mypaint-brushes"))
struct SamePixelsTests {
  /// The pixels of all brushes, as one number for each; 0 for those that paint nothing.
  private static func digests(isExact: Bool, beside: () -> Void = {}) throws -> [Int] {
    try Installed.brushes.map { url in
      var digest = Hasher()
      let samples = Array(TestStroke.samples.prefix(16))
      let tiles = try TestStroke.paint(Installed.brush(url), samples: samples, isExact: isExact, beside: beside)
      for (place, tile) in tiles.sorted(by: { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }) {
        digest.combine(place)
        digest.combine(tile.pixels)
      }
      return tiles.isEmpty ? 0 : digest.finalize()
    }
  }

  /// By the program's mixing of pigments (1) and by the library's (0).
  private static let expected = Result { try [false, true].map { try digests(isExact: $0) } }

  @Test(arguments: [false, true]) func aSecondStrokeHasTheSamePixels(isExact: Bool) throws {
    let expected = try Self.expected.get()[isExact ? 1 : 0]
    // Memory with other content, where the library's next objects may be.
    let blocks = (0..<64).compactMap { i in malloc(1 << (8 + i % 12)) }
    for (i, block) in blocks.enumerated() { memset(block, 0xA5, 1 << (8 + i % 12)) }
    for block in blocks { free(block) }
    // Most brushes paint, so this compares something.
    #expect(expected.filter { $0 == 0 }.count < expected.count / 10)
    let again = try Self.digests(isExact: isExact, beside: { mypaint_seed_rand(99) })
    for (i, url) in Installed.brushes.enumerated() where again[i] != expected[i] {
      Issue.record("\(url.lastPathComponent) differs")
    }
  }

  /// The threads mix pigments in different ways, and so must not see each other's choice.
  @Test func strokesOnThreadsDoNotDisturbEachOther() throws {
    let expected = try Self.expected.get()
    let results = Mutex<[[Int]]>([[], []])
    let workers = (0..<2).map { number in
      Worker {
        let digests = try? Self.digests(
          isExact: number == 1, beside: { for _ in 0...number { mypaint_seed_rand(UInt32(number)) } })
        results.withLock { $0[number] = digests ?? [] }
      }
    }
    for worker in workers { try #require(worker).join() }
    let all = results.withLock { $0 }
    for (result, expected) in zip(all, expected) {
      for (i, url) in Installed.brushes.enumerated() where result.count <= i || result[i] != expected[i] {
        Issue.record("\(url.lastPathComponent) differs")
      }
    }
  }
}
