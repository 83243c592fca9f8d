import Testing

@testable import Desktop

@Suite("Errors that the server reports")
struct FailureLogTests {
  private func failure(_ serial: UInt) -> RequestFailure {
    RequestFailure(code: 3, request: 12, minor: 0, resource: 0x1f, serial: serial)
  }

  @Test("A trap catches the first error of its own requests")
  func caught() {
    let log = FailureLog()
    log.openTrap(from: 10)
    log.record(failure(10))
    log.record(failure(11))
    #expect(log.closeTrap()?.serial == 10)
    #expect(log.unexpectedCount == 0)
  }

  @Test("A late error of a request before the trap is not the trap's")
  func late() {
    let log = FailureLog()
    log.openTrap(from: 10)
    log.record(failure(9))
    #expect(log.closeTrap() == nil)
    #expect(log.unexpectedCount == 1)
  }

  @Test("Nested traps sort errors by the request that made them")
  func nested() {
    let log = FailureLog()
    log.openTrap(from: 10)
    log.openTrap(from: 20)
    log.record(failure(15))
    log.record(failure(25))
    #expect(log.closeTrap()?.serial == 25)
    #expect(log.closeTrap()?.serial == 15)
    #expect(log.closeTrap() == nil)
    #expect(log.unexpectedCount == 0)
  }

  @Test("Only errors about windows destroyed by other programs are expected")
  func destroyed() {
    let log = FailureLog()
    log.window = 0x1f
    log.record(failure(1))
    #expect(log.unexpectedCount == 0)
    log.record(RequestFailure(code: 3, request: 12, minor: 0, resource: 0x20, serial: 2))
    log.record(RequestFailure(code: 8, request: 12, minor: 0, resource: 0x1f, serial: 3))
    #expect(log.unexpectedCount == 2)
    log.openTrap(from: 10)
    log.record(failure(10))
    #expect(log.closeTrap()?.serial == 10)
  }

  @Test("An error is described by name, request and resource")
  func description() {
    #expect(failure(1).description == "X error BadWindow (3) in request 12.0, resource 0x1f")
    let other = RequestFailure(code: 129, request: 131, minor: 48, resource: 77, serial: 1)
    #expect(other.description == "X error of an extension (129) in request 131.48, resource 0x4d")
  }
}

@Suite("The required XInput version")
struct InputSupportTests {
  @Test("2.2 is enough, and so is everything later", arguments: [(2, 2), (2, 4), (3, 0)])
  func enough(_ major: Int, _ minor: Int) {
    #expect(
      InputSupport.judge(opcode: 131, version: (major, minor)) == .available(opcode: 131, major: major, minor: minor))
  }

  @Test("An older version gives a message", arguments: [(2, 1), (2, 0), (1, 5)])
  func tooOld(_ major: Int, _ minor: Int) {
    guard case .unavailable(let reason) = InputSupport.judge(opcode: 131, version: (major, minor)) else {
      Issue.record("\(major).\(minor) passed")
      return
    }
    #expect(reason.contains("\(major).\(minor)") && reason.contains("2.2"))
  }

  @Test("A server without version 2 gives a message, too")
  func missing() {
    guard case .unavailable(let reason) = InputSupport.judge(opcode: 131, version: nil) else {
      Issue.record("nothing passed")
      return
    }
    #expect(reason.contains("no XInput 2"))
  }
}

@Suite("A frame buffer's memory")
struct CapacityTests {
  @Test("The buffer grows in steps between the image's size and X's limit")
  func capacity() {
    for width in [1, 255, 256, 257, 1920, 32766, 32767] {
      let (stride, rows) = SharedImage.capacity(width: width, height: 1)
      #expect(stride >= width * 4 && stride <= 32767 * 4 && stride - width * 4 < 1024 && rows == 256)
      #expect(SharedImage.capacity(width: 1, height: width).rows == stride / 4)
    }
    #expect(SharedImage.capacity(width: 1000, height: 700) == SharedImage.capacity(width: 1024, height: 768))
  }
}
