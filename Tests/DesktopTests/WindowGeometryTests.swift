import Testing

@testable import Desktop

@Suite("The window geometry of --geometry")
struct WindowGeometryTests {
  @Test("A size alone says nothing of the place")
  func sizeAlone() throws {
    let geometry = try WindowGeometry(parsing: "1280x800")
    #expect(geometry.size?.width == 1280 && geometry.size?.height == 800)
    #expect(geometry.x == nil && geometry.y == nil)
  }

  @Test("A place alone says nothing of the size")
  func placeAlone() throws {
    let geometry = try WindowGeometry(parsing: "+100+50")
    #expect(geometry.size == nil)
    #expect(geometry.x == .init(100) && geometry.y == .init(50))
  }

  @Test(
    "The first sign chooses the edge, the second is the number's",
    arguments: [
      ("640x480+10+20", 10, 20), ("640x480-10-20", 1920 - 640 - 10, 1080 - 480 - 20),
      ("640x480+10-20", 10, 1080 - 480 - 20), ("640x480-0-0", 1920 - 640, 1080 - 480), ("640x480+-30+0", -30, 0),
      ("640x480--30+0", 1920 - 640 + 30, 0), ("=640x480+1+2", 1, 2), ("640X480+1+2", 1, 2),
    ])
  func places(_ text: String, _ x: Int, _ y: Int) throws {
    let geometry = try WindowGeometry(parsing: text)
    #expect(geometry.size?.width == 640 && geometry.size?.height == 480)
    #expect(geometry.x?.place(size: 640, screen: 1920) == x)
    #expect(geometry.y?.place(size: 480, screen: 1080) == y)
  }

  @Test(
    "An invalid geometry gives a message that quotes it",
    arguments: [
      "", "x", "foo", "800", "800x", "x600", "800x600+", "800x600+1", "800x600foo", "800x600+1+2+3", "8 0x600",
      "800×600",
      "800x600\0+1+1",
    ])
  func faults(_ text: String) {
    let error = #expect(throws: DesktopError.self) { try WindowGeometry(parsing: text) }
    #expect(error?.description.contains("\"\(text)\"") == true)
  }

  @Test(
    "Sizes and places that X cannot hold are refused, also those that would overflow an int",
    arguments: [
      "0x600", "800x0", "32768x600", "800x40000", "99999999999x600", "4294967297x600", "800x600+32768+0",
      "800x600+0-99999", "800x600+4294967296+0",
    ])
  func limits(_ text: String) {
    #expect(throws: DesktopError.self) { try WindowGeometry(parsing: text) }
  }

  @Test("The largest window and the farthest places are accepted")
  func extremes() throws {
    let geometry = try WindowGeometry(parsing: "32767x32767+32767-32767")
    #expect(geometry.size?.width == 32767 && geometry.size?.height == 32767)
    #expect(geometry.x == .init(32767) && geometry.y == .init(32767, isFromFarEdge: true))
  }
}
