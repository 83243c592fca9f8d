import FuzzTargets
import Glibc
import RandomSource

// Runs libFuzzer. `make fuzz` builds it with coverage instrumentation and AddressSanitizer,
// and `.ci/fuzz` runs it:
//   fuzz TARGETS              prints the names of all targets
//   fuzz SEEDS TARGET FOLDER  writes a target's seeds into a folder
//   FUZZ_TARGET=TARGET fuzz FOLDER -options...   runs libFuzzer with its own options

/// libFuzzer's entry point.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ tryOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// libFuzzer's mutations, guided by the comparisons that the code made.
@_silgen_name("LLVMFuzzerMutate")
private func mutateGuided(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int) -> Int

private let target: FuzzTarget? = getenv("FUZZ_TARGET").flatMap { FuzzTarget.named(String(cString: $0)) }

/// Makes the next input from one of the corpus: by the target's structure, and by libFuzzer within
/// its parts. libFuzzer calls it by name.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int, _ seed: CUnsignedInt) -> Int {
  guard let target, let bytes else { return 0 }
  var rng = RandomSource(seed)
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let output = target.mutated(input, &rng) { part, rng in
    if rng.isOne(in: 4) { return PlainMutation.apply(&part, &rng) }
    let room = part.count + 64
    var copy = part + [UInt8](repeating: 0, count: 64)
    let size = copy.withUnsafeMutableBufferPointer { mutateGuided($0.baseAddress, part.count, room) }
    part = Array(copy.prefix(size))
  }
  let kept = output.prefix(most)
  for (i, byte) in kept.enumerated() { bytes[i] = byte }
  return kept.count
}

private func write(_ bytes: [UInt8], to path: String) -> Bool {
  guard let file = fopen(path, "wb") else { return false }
  defer { fclose(file) }
  return fwrite(bytes, 1, bytes.count, file) == bytes.count
}

switch CommandLine.arguments.dropFirst().first {
case "TARGETS": print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
case "SEEDS":
  guard CommandLine.arguments.count == 4, let target = FuzzTarget.named(CommandLine.arguments[2]) else { exit(2) }
  for (i, seed) in target.seeds().enumerated() {
    guard write(seed, to: CommandLine.arguments[3] + "/seed-\(i + 1)") else { exit(1) }
  }
default:
  guard target != nil else {
    print("FUZZ_TARGET must name a target.")
    exit(2)
  }
  var count = CommandLine.argc
  var words = CommandLine.unsafeArgv
  exit(
    runDriver(&count, &words) { bytes, count in
      _ = target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    })
}
