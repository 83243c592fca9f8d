import Testing

@testable import Desktop

@Suite("Reaching a server")
struct ConnectionTests {
  @Test("The error names a display that does not answer")
  func nobody() {
    let error = #expect(throws: DesktopError.self) { try Connection(display: ":65099") }
    #expect(error?.description == "cannot reach the X display \":65099\"")
  }

  @Test("A missing display has its own message")
  func none() {
    let error = #expect(throws: DesktopError.self) { try Connection(display: "") }
    #expect(error?.description.contains("DISPLAY is not set") == true)
  }
}
