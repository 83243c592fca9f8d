import Testing

@testable import Desktop

@Suite("Reaching a server")
struct ConnectionTests {
  @Test("A display that nobody answers at is named")
  func nobody() {
    let error = #expect(throws: DesktopError.self) { try Connection(display: ":65099") }
    #expect(error?.description == "cannot reach the X display \":65099\"")
  }

  @Test("No display at all is a sentence of its own")
  func none() {
    let error = #expect(throws: DesktopError.self) { try Connection(display: "") }
    #expect(error?.description.contains("DISPLAY is not set") == true)
  }
}
