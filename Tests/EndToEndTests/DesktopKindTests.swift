import Document
import Export
import Foundation
import Geometry
import Raster
import Rig
import Storage
import Testing

extension EndToEnd {
  /// The same test on each kind of desktop: bare, with a window manager, with a compositor, and as
  /// an X program on Wayland.
  ///
  /// On Wayland input passes through the compositor. FUDE_LOOK=FOLDER saves screenshots there.
  @Suite struct DesktopKindTests {
    static let kinds = DesktopKind.allCases.filter(\.isInstalled)

    /// Fails if on any desktop the window does not appear, drawing, resizing or the clipboard do
    /// not work, or the program prints an error.
    @Test(arguments: kinds) func itIsAtHome(on kind: DesktopKind) throws {
      let desktop = try DesktopBench(kind)
      let (screen, seen) = (desktop.inside, desktop.bench.screen)
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\n", to: "config/fude/settings")
      let program = try Program(
        try TestSession.fude(), ["--geometry", "640x480+80+60", "--canvas", "640x480"], display: desktop.display,
        folder: folder)
      let window = try screen.waitForWindow(of: program)
      try screen.settle(window)
      if kind == .bare { try screen.focus(window) }
      let frame = try screen.geometry(of: window)
      #expect(frame.width == 640 && frame.height == 480)

      func place(_ x: Double, _ y: Double) throws(RigError) -> (x: Double, y: Double) {
        let now = try screen.geometry(of: window)
        return try desktop.place(Double(now.x) + x, Double(now.y) + y)
      }
      /// The pixels of the window as a user sees them.
      func shown() throws(RigError) -> Image {
        let now = try screen.geometry(of: window)
        let corner = try desktop.place(Double(now.x), Double(now.y))
        return try seen.image(of: Area(x: Int(corner.x), y: Int(corner.y), width: now.width, height: now.height))
      }
      func look(_ name: String) throws(RigError) {
        guard let path = ProcessInfo.processInfo.environment["FUDE_LOOK"] else { return }
        try seen.image().write(to: "\(path)/\(kind.rawValue)-\(name).png")
      }

      // The area between the side panels. Wayland focuses the window at the first press.
      let line = Area(x: 230, y: 170, width: 200, height: 20)
      try seen.wait(for: "paper") { () throws(RigError) in
        (try? shown().cropped(to: line).count { $0 == Look.paper }) ?? 0 == line.count
      }
      try look("start")
      // The line continues once there is ink: window managers and compositors may delay the first
      // press.
      let (mouse, start) = (desktop.bench.mouse, try place(250, 180.5))
      try mouse.move(x: start.x, y: start.y)
      try mouse.press()
      try mouse.synchronize()
      try seen.wait(for: "the press") { () throws(RigError) in
        try screen.content(of: window).ink(in: line) != nil
      }
      for _ in 0..<30 { try mouse.move(by: 5, 0) }
      try mouse.release()
      try mouse.synchronize()
      try screen.wait(for: "the line") { () throws(RigError) in
        try screen.content(of: window).ink(in: line)?.width ?? 0 >= 150
      }
      // Wayland compositors draw the pointer into the picture.
      try mouse.move(x: 1000, y: 740)
      try seen.wait(for: "the line to be seen") { () throws(RigError) in
        guard let ink = try shown().ink(in: line) else { return false }
        return 245...249 ~= ink.x && 401...406 ~= ink.right
      }
      try look("line")

      // The drawing stays where it is, and the new area shows paper: columns 620 to 760 were
      // outside the window before.
      try screen.place(window, Area(x: frame.x, y: frame.y, width: 760, height: 560))
      try screen.settle(window)
      try seen.wait(for: "the new size") { () throws(RigError) in
        guard let image = try? shown() else { return false }
        return (try? screen.content(of: window).difference(from: image).isEmpty) ?? false
      }
      let larger = try shown()
      try look("larger")
      #expect(larger.count { $0 == 0 } == 0)
      #expect(larger.cropped(to: Area(x: 230, y: 100, width: 300, height: 200)).ink() != nil)

      // Pictures in both directions: a pasted one comes to the middle of the view, and copying
      // takes the whole canvas.
      let red: UInt32 = 0xC02020
      try Data(ClipboardTests.plain(100, 60, red)).write(to: URL(filePath: folder.path + "/red.png"))
      func xclip(_ words: String..., folder: TemporaryFolder? = nil) throws -> Rig.Program {
        let words = ["-selection", "clipboard", "-t", "image/png"] + words
        return try Program("xclip", words, display: desktop.display, folder: folder)
      }
      let giving = try xclip("-quiet", "-i", folder.path + "/red.png")
      try screen.wait(for: "xclip") { () throws(RigError) in try screen.clipboardTargets().contains("image/png") }
      try desktop.bench.keyboard.tap("ctrl+v")
      try seen.wait(for: "the picture") { () throws(RigError) in
        (try? shown())?.bounds { $0 & 0xFF_FFFF == red } != nil
      }
      try look("pasted")
      try desktop.bench.keyboard.tap("Return")
      try desktop.bench.keyboard.tap("ctrl+a")
      try desktop.bench.keyboard.tap("ctrl+c")
      #expect(try giving.waitForExit() == .exited(0), "the clipboard is Fude's now")
      let taken = try TemporaryFolder()
      let taking = try xclip("-o", folder: taken)
      #expect(try taking.waitForExit() == .exited(0), "\(taking.errors)")
      let copied = try Clipping(png: Array(try Data(contentsOf: URL(filePath: taken.path + "/stdout"))))
      #expect(copied.bounds.width == 640 && copied.bounds.height == 480)
      #expect(copied.image[320, 240] == 0xFF00_0000 | red && copied.image[330, 180] == 0xFF00_0000 | Look.ink)
      try desktop.bench.keyboard.tap("ctrl+d")
      try desktop.bench.keyboard.tap("b")
      try screen.settle(window)

      // A pen report can be pasted as text.
      try desktop.bench.keyboard.tap("ctrl+F1")
      try seen.wait(for: "the page") { () throws(RigError) in
        let image = try shown()
        if Image.luma(image[300, 300]) >= 80 { return false }
        return try screen.content(of: window).difference(from: image).isEmpty
      }
      try look("report")
      let button = try place(587, 508)
      try mouse.click(x: button.x, y: button.y)
      try screen.wait(for: "the report to be copied") { () throws(RigError) in
        try screen.clipboard()?.contains("server ") ?? false
      }

      try screen.close(window)
      #expect(try program.waitForExit() == .exited(0))
      #expect(program.errors.hasPrefix("fude: the drawing was kept as "), "\(program.errors)")
    }
  }
}
