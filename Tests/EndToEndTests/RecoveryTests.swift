import Document
import Export
import Foundation
import RandomSource
import Rig
import Storage
import Synchronization
import Testing

extension EndToEnd {
  /// No finished stroke is ever lost.
  @Suite struct RecoveryTests {
    /// An area without the recovery message.
    private let free = Area(x: 0, y: 0, width: 640, height: 340)

    /// The number of kills. `make soak` sets FUDE_KILLS to 500.
    private static let kills = Int(ProcessInfo.processInfo.environment["FUDE_KILLS"] ?? "") ?? 50

    /// A new home with settings for a window without panels.
    private func home() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: folder.path + "/config/fude", withIntermediateDirectories: true)
      try "cursor = cross\npanels = hidden\n"
        .write(toFile: folder.path + "/config/fude/settings", atomically: false, encoding: .utf8)
      return folder
    }

    private func start(
      _ bench: Bench, _ folder: TemporaryFolder, _ more: String..., height: Int = 480
    ) throws -> (Program, WindowID) {
      let program = try bench.start(
        try TestSession.fude(), ["--geometry", "640x\(height)+80+60", "--canvas", "640x\(height)"] + more,
        folder: folder)
      let window = try bench.screen.waitForWindow(of: program)
      try bench.screen.settle(window)
      return (program, window)
    }

    private func point(_ x: Double, _ y: Double, _ pressure: Double) -> PenPoint {
      PenPoint(x: x + 80, y: y + 60, pressure: pressure)
    }

    /// Draws a horizontal line, `y` px below the window's top.
    private func line(at y: Double, _ bench: Bench) throws(RigError) {
      try bench.pen.stroke(PenPoint.line(from: point(50, y, 0.5), to: point(300, y, 0.5), count: 20))
    }

    private func stroke(_ rng: inout RandomSource) -> [PenPoint] {
      var (x, y): (Double, Double) = (rng.roll(20...600), rng.roll(20...320))
      return (0..<rng.roll(2...40)).map { _ in
        (x, y) = (min(620, max(10, x + rng.roll(-20...20))), min(330, max(10, y + rng.roll(-20...20))))
        return point(x, y, rng.roll(0.05...1))
      }
    }

    /// Kills the program with SIGKILL at random moments, during and between strokes. Every stroke
    /// that was lifted 50 ms before must be there exactly after the next start. Of a stroke in
    /// progress there may be a part. Several threads run
    /// side by side, each with its own server, because most of the time is waiting.
    @Test func killedAtRandomMoments() throws {
      let workers = 4
      let results = Mutex<[Result<(within: Int, strokes: Int), any Error>]>([])
      let done = DispatchSemaphore(value: 0)
      for worker in 0..<workers {
        Thread.detachNewThread { [self] in
          let result = Result {
            try kill(Self.kills * (worker + 1) / workers - Self.kills * worker / workers, RandomSource(77 + worker))
          }
          results.withLock { $0.append(result) }
          done.signal()
        }
      }
      for _ in 0..<workers { done.wait() }
      let counts = try results.withLock { $0 }.map { try $0.get() }
      let (within, strokes) = (counts.reduce(0) { $0 + $1.within }, counts.reduce(0) { $0 + $1.strokes })
      print("killed \(Self.kills) times, \(within) of them within a stroke, after \(strokes) strokes")
    }

    /// Kills a program a number of times. Throws an error with a message if a stroke is lost,
    /// because its thread belongs to no test.
    private func kill(_ kills: Int, _ seeded: RandomSource) throws -> (within: Int, strokes: Int) {
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      var rng = seeded
      var (strokes, within) = (0, 0)
      var folder = try home()
      var expected: Image?
      // Where the last stroke was not lifted.
      var unlifted: Area?
      func kill(_ program: Program) throws {
        program.signal(SIGKILL)
        _ = try program.waitForExit()
      }
      for round in 0...kills {
        var (program, window) = try start(bench, folder)
        if let expected {
          let difference = try bench.screen.image(of: window, free).difference(from: expected)
          guard difference.isEmpty || unlifted.map({ $0.contains(difference.bounds) }) ?? false else {
            throw RigError("After kill \(round) another picture is there: \(difference)")
          }
        }
        // After the last kill, only the recovered drawing is checked.
        if round == kills { break }
        if round % 8 == 7 {
          try kill(program)
          folder = try home()
          (program, window) = try start(bench, folder)
        }
        for _ in 0..<rng.roll(1...3) {
          try bench.pen.stroke(stroke(&rng))
          strokes += 1
        }
        try bench.screen.settle(window)
        expected = try bench.screen.image(of: window, free)
        unlifted = nil
        // The time counts from when the ink was seen on the screen. A delay before that is not the
        // journal's.
        var timeout = Duration.milliseconds(50 + rng.roll(0...30))
        if rng.isOne(in: 2) {
          // In the middle of a stroke.
          within += 1
          let places = stroke(&rng)
          unlifted = Self.area(around: places)
          for (index, place) in places.enumerated() {
            if index == 0 { try bench.pen.proximityIn(x: place.x, y: place.y) }
            try bench.pen.move(x: place.x, y: place.y, pressure: place.pressure)
            if index == 0 { try bench.pen.press() }
          }
          try bench.pen.synchronize()
        }
        // Time counts only while the program can run. If the machine runs none of its threads, the
        // journal cannot write.
        while timeout > .zero {
          let took = try ContinuousClock().measure { try bench.screen.settle(window) }
          timeout -= min(took, .milliseconds(5))
        }
        try kill(program)
        try bench.pen.release()
        try bench.pen.synchronize()
      }
      return (within, strokes)
    }

    /// The part of the window that a stroke of these places may ink.
    private static func area(around places: [PenPoint]) -> Area {
      let (xs, ys) = (places.map { Int($0.x) - 80 }, places.map { Int($0.y) - 60 })
      let (left, top) = ((xs.min() ?? 0) - 20, (ys.min() ?? 0) - 20)
      return Area(x: left, y: top, width: (xs.max() ?? 0) + 20 - left, height: (ys.max() ?? 0) + 20 - top)
    }

    /// The only journal in the state folder, once it has ink in a part of the picture.
    private func journal(_ bench: Bench, _ folder: TemporaryFolder, with area: Area) throws -> String {
      let state = folder.path + "/state/fude"
      return try bench.screen.wait(for: "the ink in the journal", seconds: 60) { () -> String? in
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []).filter {
          $0.hasSuffix(".journal")
        }
        guard names.count == 1,
          let picture = try? TestSession.picture(of: state + "/" + names[0], folder: folder.path),
          picture.cropped(to: area).ink() != nil
        else { return nil }
        return names[0]
      }
    }

    /// A brush of MyPaint, 40 px wide, that smudges and depends on chance.
    private static let wet = """
      {"version": 3, "settings": {"radius_logarithmic": {"base_value": 3, "inputs": {}},
      "offset_by_random": {"base_value": 0.3, "inputs": {}}, "smudge": {"base_value": 0.7, "inputs": {}}}}
      """

    /// Waits for ink, which may lag behind the pen with a slow brush.
    private func waitForInk(in area: Area, _ bench: Bench, _ window: WindowID) throws {
      try bench.screen.wait(for: "the ink") { () throws(RigError) in
        try bench.screen.image(of: window, free).cropped(to: area).ink() != nil
      }
      try bench.screen.settle(window)
    }

    /// Fails if a stroke of ink, or of a brush of MyPaint over paint, is lost when the program is killed
    /// while the pen is down, if it comes back with another shape or other pixels, or if it is not one
    /// step of undo.
    @Test(arguments: [nil, wet]) func aStrokeInProgressIsKept(_ brush: String?) throws {
      let folder = try home()
      if let brush { try folder.write(brush, to: "wet.myb") }
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      var (program, window) = try start(bench, folder, brush == nil ? "--new" : folder.path + "/wet.myb")
      for y in [50.0, 150, 180] { try line(at: y, bench) }
      try waitForInk(in: Area(x: 292, y: 170, width: 12, height: 20), bench, window)
      let before = try bench.screen.image(of: window, free)
      // Waves, because a pen that rests at the end of a straight stroke makes a figure of it.
      var places = PenPoint.line(from: point(60, 120, 0.5), to: point(560, 300, 0.8), count: 60)
      for index in places.indices { places[index].y += 30 * sin(4 * .pi * Double(index) / 60) }
      try bench.pen.proximityIn(x: places[0].x, y: places[0].y)
      for (index, place) in places.enumerated() {
        try bench.pen.move(x: place.x, y: place.y, pressure: place.pressure)
        if index == 0 { try bench.pen.press() }
        if index % 10 == 9 { try bench.screen.settle(window) }
      }
      try bench.pen.synchronize()
      let end = Area(x: 540, y: 280, width: 40, height: 40)
      try waitForInk(in: end, bench, window)
      _ = try journal(bench, folder, with: end)
      try bench.screen.settle(window)
      let during = try bench.screen.image(of: window, free)
      program.signal(SIGKILL)
      _ = try program.waitForExit()
      try bench.pen.release()
      try bench.pen.synchronize()
      (program, window) = try start(bench, folder)
      let after = try bench.screen.image(of: window, free)
      // A finished stroke of ink ends with its taper, and the last samples may be lost; nothing else
      // differs.
      let difference = after.difference(from: during)
      #expect(
        difference.isEmpty || Area(x: 500, y: 240, width: 120, height: 120).contains(difference.bounds),
        "\(difference)")
      try bench.screen.focus(window)
      try bench.keyboard.tap("ctrl+z")
      try bench.screen.settle(window)
      let undone = try bench.screen.image(of: window, free).difference(from: before)
      #expect(undone.isEmpty, "\(undone)")
      // The stroke is in the journal like any other.
      try bench.keyboard.tap("ctrl+y")
      _ = try journal(bench, folder, with: end)
      program.signal(SIGKILL)
      _ = try program.waitForExit()
      (program, window) = try start(bench, folder)
      #expect(try bench.screen.image(of: window, free).difference(from: after).isEmpty)
    }

    /// Fails if a pasted picture that floats is lost when the program is killed, or is elsewhere.
    @Test func aFloatingPictureIsKept() throws {
      let folder = try home()
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      var (program, window) = try start(bench, folder)
      try bench.screen.focus(window)
      try line(at: 50, bench)
      for key in ["ctrl+a", "ctrl+c", "ctrl+v"] { try bench.keyboard.tap(key) }
      for _ in 0..<20 { try bench.keyboard.tap("shift+Down") }
      try bench.screen.settle(window)
      func lines() throws -> [Int] {
        let image = try bench.screen.image(of: window, Area(x: 100, y: 0, width: 1, height: 340))
        return (0..<340).filter { Image.luma(image[0, $0]) < 100 }
      }
      let before = try lines()
      #expect(before.count >= 4 && (before.last ?? 0) > 200)
      _ = try journal(bench, folder, with: Area(x: 0, y: 200, width: 640, height: 140))
      program.signal(SIGKILL)
      _ = try program.waitForExit()
      (program, window) = try start(bench, folder)
      #expect(try lines() == before)
      // It still floats: it can be moved on, and is one step of undo once it is placed.
      try bench.screen.focus(window)
      for _ in 0..<5 { try bench.keyboard.tap("shift+Up") }
      try bench.keyboard.tap("Return")
      try bench.screen.settle(window)
      let placed = try lines()
      #expect(placed.count == before.count && (placed.last ?? 0) < (before.last ?? 0) - 20)
      try bench.keyboard.tap("ctrl+z")
      try bench.screen.settle(window)
      #expect(try lines().allSatisfy { $0 < 60 })
    }

    /// Fails if the brush, its size, the colours or the window's size are gone after a kill.
    @Test func theToolsAreKept() throws {
      let folder = try home()
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      var (program, window) = try start(bench, folder)
      try bench.screen.focus(window)
      func settings() -> String {
        (try? String(contentsOfFile: folder.path + "/config/fude/settings", encoding: .utf8)) ?? ""
      }
      let before = settings()
      for key in ["a", "bracketright", "bracketright", "x"] { try bench.keyboard.tap(key) }
      try line(at: 50, bench)
      let wanted = ["brush = ", "foreground = ", "background = ", "recent-colours = "]
      try bench.screen.wait(for: "the tools in the settings", seconds: 60) {
        wanted.allSatisfy { settings().contains($0) }
      }
      #expect(wanted.allSatisfy { !before.contains($0) })
      let kept = settings()
      program.signal(SIGKILL)
      _ = try program.waitForExit()
      (program, window) = try start(bench, folder)
      // The next start uses them, so that ending it changes nothing.
      try bench.screen.settle(window)
      try bench.screen.close(window)
      #expect(try program.waitForExit() == .exited(0))
      #expect(settings() == kept)
    }

    /// Strokes from before a kill can be undone. The drawing continues in the same journal, and
    /// closing keeps it.
    @Test func theDrawingGoesOn() throws {
      let folder = try home()
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      var (program, window) = try start(bench, folder)
      try line(at: 50, bench)
      try bench.screen.settle(window)
      let first = try bench.screen.image(of: window, free)
      try line(at: 150, bench)
      try bench.screen.settle(window)
      let journals = { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/fude").sorted() }
      // A thread creates the journal.
      let name = try bench.screen.wait(for: "a journal") { () -> String? in
        (try? journals())?.first { $0.hasSuffix(".journal") }
      }
      let path = folder.path + "/state/fude/" + name
      // The journal has both strokes while the program runs.
      try bench.screen.wait(for: "two strokes in the journal") { () throws(RigError) in
        ((try? TestSession.picture(of: path, folder: folder.path))?.ink()?.height ?? 0) > 90
      }
      program.signal(SIGKILL)
      _ = try program.waitForExit()
      (program, window) = try start(bench, folder)
      try bench.screen.focus(window)
      try bench.keyboard.tap("ctrl+z")
      try bench.screen.settle(window)
      #expect(try bench.screen.image(of: window, free).difference(from: first).isEmpty)
      try bench.screen.close(window)
      #expect(try program.waitForExit() == .exited(0))
      #expect(try journals() == ["kept", "recent"])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/fude/kept")
      let kept = folder.path + "/state/fude/kept/" + (try #require(names.first))
      let picture = try TestSession.picture(of: kept, folder: folder.path)
      #expect(try #require(picture.ink()).height < 30)
      // The drawing was closed, so the next start has a new one.
      (program, window) = try start(bench, folder)
      #expect(try bench.screen.image(of: window, free).ink() == nil)
    }

    /// Fails if a kept drawing cannot be opened, has no undo, or stays in the list. A requested
    /// file and a recovered drawing must not hide each other.
    @Test func keptDrawingsOpenAgain() throws {
      let folder = try home()
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      var (program, window) = try start(bench, folder)
      try line(at: 50, bench)
      try line(at: 150, bench)
      try bench.screen.settle(window)
      try bench.screen.close(window)
      #expect(try program.waitForExit() == .exited(0))
      let state = folder.path + "/state/fude"
      func kept() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: state + "/kept")) ?? []).sorted()
      }
      let name = try #require(kept().first)
      // The program is killed in the middle of another drawing.
      (program, window) = try start(bench, folder)
      try bench.screen.focus(window)
      try line(at: 250, bench)
      try bench.screen.wait(for: "a journal") {
        ((try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []).contains {
          $0.hasSuffix(".journal")
            && ((try? TestSession.picture(of: state + "/" + $0, folder: folder.path))?.ink() != nil)
        }
      }
      program.signal(SIGKILL)
      _ = try program.waitForExit()
      // Opens the first drawing, which has its undo. The second one becomes a kept drawing.
      (program, window) = try start(bench, folder, state + "/kept/" + name)
      #expect(try #require(try bench.screen.image(of: window, free).ink()).height > 90)
      #expect(kept().count == 1)
      try bench.screen.focus(window)
      try bench.keyboard.tap("ctrl+z")
      try bench.screen.settle(window)
      #expect(try #require(try bench.screen.image(of: window, free).ink()).height < 20)
      // Opens the second from the window. The first becomes a kept drawing.
      let other = state + "/kept/" + (try #require(kept().first))
      // A worker writes the list.
      try bench.screen.wait(for: "the list of recent files") {
        (try? String(contentsOfFile: state + "/recent", encoding: .utf8)) == other + "\n"
      }
      try bench.keyboard.tap("ctrl+o")
      try bench.keyboard.tap("ctrl+l")
      let names: [Character: String] = ["/": "slash", ".": "period", "-": "minus", " ": "space", "_": "underscore"]
      for letter in other { try bench.keyboard.tap(names[letter] ?? String(letter)) }
      try bench.keyboard.tap("Return")
      try bench.screen.wait(for: "the second drawing") { () throws(RigError) in
        (try bench.screen.image(of: window, free).ink()?.y ?? 0) > 200
      }
      #expect(kept().count == 1)
      program.signal(SIGTERM)
      #expect(try program.waitForExit() == .exited(0))
      (program, window) = try start(bench, folder)
      #expect(try #require(try bench.screen.image(of: window, free).ink()).y > 200)
    }

    /// Fails if "New drawing" of the menu entry shows the unfinished drawing, or loses it.
    @Test func aNewOneIsAskedFor() throws {
      let folder = try home()
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      var (program, window) = try start(bench, folder)
      try line(at: 50, bench)
      try bench.screen.settle(window)
      program.signal(SIGTERM)
      #expect(try program.waitForExit() == .exited(0))
      (program, window) = try start(bench, folder, "--new")
      #expect(try bench.screen.image(of: window, free).ink() == nil)
      let kept = folder.path + "/state/fude/kept"
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: kept).first)
      #expect(try TestSession.picture(of: kept + "/" + name, folder: folder.path).ink() != nil)
    }

    /// Fails if a file opened after a crash shows its old state without offering the newer one, or
    /// if the offer cannot be accepted or declined.
    @Test(arguments: [true, false]) func theNewerStateOfAFileIsOffered(isTaken: Bool) throws {
      let folder = try home()
      let file = folder.path + "/d.ora"
      try #require(Document(width: 640, height: 480)).save(to: file)
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      var (program, window) = try start(bench, folder, file)
      try line(at: 50, bench)
      try bench.screen.wait(for: "the stroke in the journal") { () throws(RigError) in
        let state = folder.path + "/state/fude"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
        guard let name = names.first(where: { $0.hasSuffix(".journal") }) else { return false }
        return (try? TestSession.picture(of: state + "/" + name, folder: folder.path))?.ink() != nil
      }
      program.signal(SIGKILL)
      _ = try program.waitForExit()
      (program, window) = try start(bench, folder, file)
      #expect(bench.screen.title(of: window) == "d - Fude")
      try bench.screen.focus(window)
      try bench.keyboard.tap(isTaken ? "Return" : "Escape")
      let title = isTaken ? "\u{2022} d - Fude" : "d - Fude"
      try bench.screen.wait(for: "the title \(title)", seconds: 60) { bench.screen.title(of: window) == title }
      try bench.screen.settle(window)
      #expect(try (bench.screen.image(of: window, free).ink()?.width ?? 0 > 200) == isTaken)
      let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/fude/kept")
      #expect(kept.count { $0.hasSuffix(".journal") } == (isTaken ? 0 : 1))
    }

    /// Two running programs have separate journals. A new one does not take over the other's
    /// drawing.
    @Test func twoAtOnce() throws {
      let folder = try home()
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      let (one, first) = try start(bench, folder)
      try line(at: 50, bench)
      try bench.screen.settle(first)
      let state = folder.path + "/state/fude"
      try bench.screen.wait(for: "a journal") {
        ((try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []).contains { $0.hasSuffix(".journal") }
      }
      let (two, second) = try start(bench, folder)
      #expect(try bench.screen.image(of: second, free).ink() == nil)
      try line(at: 200, bench)
      try bench.screen.settle(second)
      try bench.screen.close(second)
      #expect(try two.waitForExit() == .exited(0))
      try bench.screen.close(first)
      #expect(try one.waitForExit() == .exited(0))
      let kept = try FileManager.default.contentsOfDirectory(atPath: state + "/kept")
        .filter { $0.hasSuffix(".journal") }
      #expect(kept.count == 2)
    }

    private static func mountsDisks() -> Bool {
      guard let folder = try? TemporaryFolder(), mount("none", folder.path, "tmpfs", 0, "size=64k") == 0 else {
        return false
      }
      umount2(folder.path, 2)
      return true
    }

    /// The disk becomes full while drawing. A message appears, drawing continues, and everything is
    /// written once there is space.
    ///
    /// Uses a small disk in memory. The test is skipped if none can be mounted.
    @Test(.enabled("the system lets nobody mount a small disk here") { mountsDisks() }) func aFullDisk() throws {
      let folder = try home()
      let state = try folder.makeFolder("state")
      try #require(mount("none", state, "tmpfs", 0, "size=64k") == 0)
      defer { umount2(state, 2) }
      let filler = state + "/filler"
      let bench = try Bench(XServer.Configuration(width: 800, height: 600))
      // High enough for a message of several lines below the compared area. The message's width
      // depends on its paths.
      let (program, window) = try start(bench, folder, height: 540)
      try line(at: 50, bench)
      try bench.screen.settle(window)
      try bench.screen.wait(for: "a journal") {
        ((try? FileManager.default.contentsOfDirectory(atPath: state + "/fude")) ?? []).contains {
          $0.hasSuffix(".journal")
        }
      }
      // Fill the disk completely.
      let descriptor = open(filler, O_WRONLY | O_CREAT, 0o600)
      let zeros = [UInt8](repeating: 0, count: 4096)
      while write(descriptor, zeros, zeros.count) > 0 {}
      close(descriptor)
      var rng = RandomSource(3)
      for _ in 0..<200 where !program.errors.contains("\n") {
        try bench.pen.stroke(stroke(&rng))
        try bench.screen.settle(window)
      }
      try program.waitForErrors("\n")
      #expect(program.errors.hasPrefix("fude: autosave does not work: cannot write the journal "))
      #expect(program.errors.hasSuffix(": the disk is full\n"))
      try bench.pen.stroke(stroke(&rng))
      try bench.screen.settle(window)
      let shown = try bench.screen.image(of: window, free)
      unlink(filler)
      // It tries again without another stroke.
      try program.waitForErrors("autosave works again\n")
      program.signal(SIGKILL)
      _ = try program.waitForExit()
      let (next, again) = try start(bench, folder, height: 540)
      let difference = try bench.screen.image(of: again, free).difference(from: shown)
      #expect(next.isRunning && difference.isEmpty, "\(difference)")
    }
  }
}
