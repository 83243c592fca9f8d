import Ink
import Testing

/// Names of brushes in recordings.
@Suite struct BrushNameTests {
  /// Fails if a file below a folder of brushes gets another name, or one that recordings refuse.
  @Test(arguments: [
    ("classic/2B_pencil.myb", "classic/2b_pencil"), ("pen.brush", "pen"), ("Dieterle/Fan#1.myb", "dieterle/fan_1"),
    ("deevad/2B.pencil+.myb", "deevad/2b.pencil+"), ("smudge_ink(0.7)_sm.myb", "smudge_ink_0.7__sm"),
    ("a.b/c", "a.b/c"), (".myb", ".myb"), ("紙/筆.myb", "_/_"),
  ])
  func filesHaveNames(_ path: String, _ name: String) {
    #expect(Brush.name(ofFile: path) == name)
    #expect(Brush.isRecordedName(name))
  }

  /// Fails if a name leads out of a folder, or is empty or too long.
  @Test(arguments: [
    "", "/pen.myb", "a//b.myb", "../a.myb", "a/../b.myb", "a..b.myb", String(repeating: "a", count: 65) + ".myb",
  ])
  func somePathsHaveNone(_ path: String) { #expect(Brush.name(ofFile: path) == nil) }

  @Test func namesAreLimited() {
    #expect(Brush.isRecordedName(String(repeating: "a", count: 64)))
    for name in ["", "A", "a b", "a#", "é", "/a", "a//b", "a..b", "..", String(repeating: "a", count: 65)] {
      #expect(!Brush.isRecordedName(name), "\(name)")
    }
  }
}
