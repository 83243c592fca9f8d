import Foundation
import FuzzTargets
import RandomSource
import Testing

/// A short run of the targets of `make fuzz` with fixed seeds, and all inputs that once failed.
@Suite struct FuzzTests {
  /// Inputs for each target, each a change of the previous one or of a seed.
  private static let count = 400

  /// Fails if a seed is refused, because its mutations would then be refused, too.
  @Test(arguments: FuzzTarget.all.map(\.name))
  func seedsAreRead(_ name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let seeds = target.seeds()
    #expect(seeds.count >= 2)
    for seed in seeds { #expect(target.run(seed) == nil) }
  }

  /// Fails, by a crash, if a parser traps. Also fails if mutated inputs no longer pass checksums
  /// and compression, or are never refused.
  @Test(arguments: FuzzTarget.all.map(\.name))
  func mutatedInputsAreReadOrRefused(_ name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let seeds = target.seeds()
    var (read, faults): (Int, Set<String>) = (0, [])
    var input = seeds[0]
    for number in 0..<Self.count {
      var rng = RandomSource(number)
      if number % 2 == 0 || input.count > 100_000 { input = seeds[number / 2 % seeds.count] }
      input = target.mutated(input, &rng)
      if let fault = target.run(input) { faults.insert(fault) } else { read += 1 }
    }
    #expect(read > 0, "none of \(Self.count) was read")
    #expect(faults.count >= 3, "\(faults.count) faults were told apart")
  }

  /// Fails if an input fails again. `Corpus/README.md` describes the faults.
  @Test func formerlyBrokenFilesAreRead() throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    var count = 0
    for target in FuzzTarget.all {
      let folder = corpus.appending(path: target.name)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? [] {
        _ = target.run(Array(try Data(contentsOf: folder.appending(path: name))))
        count += 1
      }
    }
    #expect(count > 0)
  }
}
