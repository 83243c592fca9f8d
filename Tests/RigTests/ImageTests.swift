import Rig
import Testing

@Suite struct ImageTests {
  /// Fails if the edges of an area count wrongly as inside or outside.
  @Test func areasMeet() {
    let area = Area(x: 2, y: 3, width: 4, height: 5)
    #expect(area.contains(x: 2, y: 3) && area.contains(x: 5, y: 7) && !area.contains(x: 6, y: 7))
    #expect(area.intersection(Area(x: 5, y: 0, width: 9, height: 4)) == Area(x: 5, y: 3, width: 1, height: 1))
    #expect(area.intersection(Area(x: 6, y: 3, width: 1, height: 1)).isEmpty)
    #expect(area.union(Area(x: 0, y: 0, width: 1, height: 1)) == Area(x: 0, y: 0, width: 6, height: 8))
    #expect(area.union(Area(x: 50, y: 50, width: 0, height: 3)) == area)
    #expect(area.expanded(by: 1) == Area(x: 1, y: 2, width: 6, height: 7))
  }

  /// Fails if differences are counted wrongly or located wrongly.
  @Test func differencesAreFound() {
    let white = Image(width: 8, height: 6, filledWith: 0xffffff)
    var other = white
    other[2, 1] = 0xffff00
    other[5, 4] = 0xfffdff
    #expect(white.difference(from: white).isEmpty)
    let exact = other.difference(from: white)
    #expect(exact.count == 2 && exact.bounds == Area(x: 2, y: 1, width: 4, height: 4) && exact.largest == 255)
    let tolerant = other.difference(from: white, tolerance: 2)
    #expect(tolerant.count == 1 && tolerant.bounds == Area(x: 2, y: 1, width: 1, height: 1))
    #expect(other.difference(from: other.cropped(to: Area(x: 0, y: 0, width: 8, height: 5))).count == 48)
    #expect(other.bounds { $0 != 0xffffff } == Area(x: 2, y: 1, width: 4, height: 4))
    #expect(white.bounds { $0 != 0xffffff } == nil)
    #expect(other.runs(inRow: 1) { $0 == 0xffffff } == [0..<2, 3..<8])
    #expect(other.runs(inColumn: 5) { $0 != 0xffffff } == [4..<5])
    #expect(other.cropped(to: Area(x: 5, y: 4, width: 9, height: 9))[0, 0] == 0xfffdff)
  }
}
