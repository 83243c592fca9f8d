import CMyPaint
import Glibc
import Ink
import Synchronization
import Testing
import Threads

/// The `rand` that the program exports for libmypaint.
@Suite struct RandomNumbersTests {
  private static let seeded: [Int32] = {
    mypaint_seed_rand(7)
    return (0..<5).map { _ in nextNumber() }
  }()

  /// `rand`, found as the library finds it.
  private static func nextNumber() -> Int32 {
    typealias Function = @convention(c) () -> Int32
    guard let address = dlsym(nil, "rand") else { return -1 }
    // A C function pointer is an address, and so is what dlsym returns.
    return unsafeBitCast(address, to: Function.self)()
  }

  @Test func librariesGetTheProgramsNumbers() { #expect(mypaint_rand_is_ours() != 0) }

  /// Those of glibc for this seed.
  @Test func numbersFollowFromTheSeed() {
    #expect(Self.seeded == Self.seeded)
    mypaint_seed_rand(1)
    #expect((0..<3).map { _ in Self.nextNumber() } == [1_804_289_383, 846_930_886, 1_681_692_777])
  }

  @Test func threadsHaveTheirOwnNumbers() throws {
    let expected = Self.seeded
    mypaint_seed_rand(7)
    var numbers: [Int32] = []
    for _ in 0..<5 {
      numbers.append(Self.nextNumber())
      let other = Worker { for _ in 0..<3 { _ = Self.nextNumber() } }
      try #require(other).join()
    }
    #expect(numbers == expected)
  }
}
