import Foundation
import Rig
import Testing

private enum ReaderTools {
  static let python = "/usr/bin/python3"

  static var areInstalled: Bool {
    let types = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/girepository-1.0/Atspi-2.0.typelib" }
    return AccessibilityDesktop.isInstalled
      && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gi")
      && types.contains { FileManager.default.fileExists(atPath: $0) }
  }
}

extension EndToEnd {
  /// A screen reader reads and operates the window through libatspi, like Orca.
  @Suite(.enabled(if: ReaderTools.areInstalled, "needs at-spi2-core, python3-gi and gir1.2-atspi-2.0"))
  struct ReaderTests {
    /// The screen reader's script. It reads one command per line, prints one result per line, and
    /// ends with ".". Event notifications are printed as they arrive, with "!".
    private static let script = """
      import gi, sys
      gi.require_version("Atspi", "2.0")
      from gi.repository import Atspi, GLib
      def say(*words): print(*words, sep="|", flush=True)
      def told(event):
          try: name = event.source.get_name()
          except GLib.Error: name = ""
          say("!" + event.type, name, event.detail1)
      listener = Atspi.EventListener.new(told)
      for kind in ["object:state-changed:focused", "object:state-changed:showing", "object:property-change:accessible-value",
                   "object:children-changed", "object:text-changed", "window:activate"]:
          listener.register(kind)
      def application():
          desktop = Atspi.get_desktop(0)
          for i in range(desktop.get_child_count()):
              child = desktop.get_child_at_index(i)
              if child and child.get_name() == "Fude": return child
      def walk(node, depth=0):
          yield node, depth
          for i in range(node.get_child_count()):
              child = node.get_child_at_index(i)
              if child: yield from walk(child, depth + 1)
      def find(role, name):
          for node, _ in walk(application()):
              if node.get_role_name() == role and node.get_name() == name: return node
      def obey(line):
          word, *rest = line.rstrip("\\n").split("|")
          if word == "tree":
              for node, depth in walk(application()):
                  e = node.get_extents(Atspi.CoordType.WINDOW) if node.get_component_iface() else None
                  say(depth, node.get_role_name(), node.get_name(), node.get_description(), (e.x, e.y, e.width, e.height) if e else "")
          elif word == "there": say(application() is not None)
          else:
              node = find(rest[0], rest[1])
              if node is None: say("nothing")
              elif word == "press": say(node.get_action_iface().do_action(0))
              elif word == "focus": say(node.get_component_iface().grab_focus())
              elif word == "value": say(node.get_value_iface().get_current_value())
              elif word == "set": say(node.get_value_iface().set_current_value(float(rest[2])))
              elif word == "text": say(Atspi.Text.get_text(node, 0, -1))
              elif word == "type": say(node.get_editable_text_iface().set_text_contents(rest[2]))
              elif word == "state": say(node.get_state_set().contains(getattr(Atspi.StateType, rest[2])))
              elif word == "screen":
                  e = node.get_extents(Atspi.CoordType.SCREEN)
                  say(e.x, e.y)
      def heard(source, condition):
          line = sys.stdin.readline()
          if not line:
              loop.quit()
              return False
          # What a library keeps of the window is as old as what it was last told.
          try: obey(line)
          except Exception as fault: say("fault", fault)
          say(".")
          return True
      GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT_IDLE, GLib.IOCondition.IN | GLib.IOCondition.HUP, heard)
      loop = GLib.MainLoop()
      say(".")
      loop.run()
      """

    private final class ReaderSession {
      let desktop: AccessibilityDesktop
      let session: TestSession
      let reader: Program
      private var answers = 1
      private var read = 0

      init(hasReader: Bool = true, _ change: (inout TestSession.Arrangement) -> Void = { _ in }) throws {
        desktop = try AccessibilityDesktop()
        if hasReader { try desktop.setReader(true) }
        var arrangement = TestSession.Arrangement()
        arrangement.arguments = ["--geometry", "1024x700+40+30", "--canvas", "1024x700"]
        arrangement.screen = (1200, 800)
        arrangement.hasPanels = true
        arrangement.environment = desktop.environment
        change(&arrangement)
        reader = try Program(
          ReaderTools.python, ["-c", ReaderTests.script], environment: desktop.environment, input: .sent)
        try reader.waitForOutput(".\n")
        session = try TestSession(arrangement)
      }

      private var lines: [String] { reader.output.split(separator: "\n").map(String.init) }

      /// Sends a command and returns its results, without event notifications.
      func ask(_ words: String...) throws -> [String] {
        answers += 1
        let (count, start) = (answers, lines.count)
        reader.send(words.joined(separator: "|") + "\n")
        try session.screen.wait(for: "an answer to \(words)", seconds: 20) { lines.count { $0 == "." } >= count }
        return lines.dropFirst(start).filter { $0 != "." && !$0.hasPrefix("!") }
      }

      /// Repeats a command until the result is `answer`.
      func wait(_ words: String..., is answer: String) throws {
        try session.screen.wait(for: "\(words) to be \(answer)", seconds: 20) { () throws(RigError) in
          do { return try self.asked(words) == [answer] } catch let error as RigError { throw error } catch {
            return false
          }
        }
      }

      private func asked(_ words: [String]) throws -> [String] {
        answers += 1
        let (count, start) = (answers, lines.count)
        reader.send(words.joined(separator: "|") + "\n")
        try session.screen.wait(for: "an answer to \(words)", seconds: 20) { lines.count { $0 == "." } >= count }
        return lines.dropFirst(start).filter { $0 != "." && !$0.hasPrefix("!") }
      }

      /// Waits until the screen reader gets an event.
      func waitForWord(_ word: String) throws {
        try session.screen.wait(for: "\(word) among \(told)", seconds: 20) { self.told.contains { $0.hasPrefix(word) } }
      }
      var told: [String] { lines.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) } }
    }

    /// Fails if the window is not reported, or if its names, roles or positions differ from what it
    /// shows.
    @Test func theWindowIsReadAsItIsShown() throws {
      let desktop = try ReaderSession()
      try desktop.wait("there", is: "True")
      try desktop.wait("state", "push button", "Menu", "SHOWING", is: "True")
      let tree = try desktop.ask("tree")
      #expect(tree.first?.hasPrefix("0|application|Fude|") ?? false)
      #expect(tree.dropFirst().first == "1|frame|Drawing - Fude||(0, 0, 1024, 700)")
      func has(_ part: String) -> Bool { tree.contains { $0.contains(part) } }
      #expect(has("|push button|Undo|Ctrl+Z|") && has("|toggle button|Pen|") && has("|slider|Size|"), "\(tree)")
      #expect(has("|dial|Dial: Rotate|") && has("|panel|Layers|") && has("|entry|Colour as #RRGGBB|"))
      #expect(try desktop.ask("state", "push button", "Undo", "SENSITIVE") == ["False"])
      let frame = try desktop.session.frame
      #expect(try desktop.ask("screen", "frame", "Drawing - Fude") == ["\(frame.x)|\(frame.y)"])
      #expect(try desktop.ask("text", "entry", "Colour as #RRGGBB") == ["#1D1F24"])
      #expect(try desktop.session.close() == .exited(0))
      #expect(desktop.session.program.errors == "")
    }

    /// Fails if a screen reader cannot press, set and type, or if its actions differ from a user's.
    @Test func aReaderPressesSetsAndTypes() throws {
      let desktop = try ReaderSession()
      let session = desktop.session
      let before = try session.image()
      try session.line(from: (300, 300), to: (600, 400))
      try desktop.wait("state", "push button", "Undo", "SENSITIVE", is: "True")
      #expect(try session.image().difference(from: before).count > 500)
      #expect(try desktop.ask("press", "push button", "Undo") == ["True"])
      try desktop.wait("state", "push button", "Undo", "SENSITIVE", is: "False")
      #expect(try desktop.ask("set", "slider", "Opacity", "0.2") == ["True"])
      try desktop.wait("value", "slider", "Opacity", is: "0.2")
      try desktop.waitForWord("object:property-change:accessible-value|Opacity")
      #expect(try desktop.ask("type", "entry", "Colour as #RRGGBB", "#ff0000") == ["True"])
      try desktop.wait("text", "entry", "Colour as #RRGGBB", is: "#FF0000")
      #expect(try desktop.ask("press", "toggle button", "Hand") == ["True"])
      try desktop.wait("state", "toggle button", "Hand", "CHECKED", is: "True")
      #expect(try session.close() == .exited(0))
      #expect(session.program.errors == "")
    }

    /// Fails if the screen reader gets no events about focus, popups or messages.
    @Test func focusPopupsAndMessagesAreTold() throws {
      let desktop = try ReaderSession()
      let session = desktop.session
      try desktop.wait("state", "push button", "Menu", "SHOWING", is: "True")
      try session.key("F6")
      try desktop.waitForWord("object:state-changed:focused|Menu|1")
      try session.key("Escape")
      try session.key("F1")
      try desktop.wait("state", "dialog", "Keyboard shortcuts", "MODAL", is: "True")
      try desktop.waitForWord("object:children-changed:add|Drawing - Fude")
      try desktop.waitForWord("object:state-changed:focused|Search|1")
      #expect(try desktop.ask("press", "push button", "Close") == ["True"])
      try desktop.wait("state", "dialog", "Keyboard shortcuts", "MODAL", is: "nothing")
      try session.line(from: (300, 300), to: (600, 400))
      try session.key("ctrl+Delete")
      try desktop.waitForWord("object:state-changed:showing|The layer is cleared|1")
      try desktop.wait("state", "notification", "The layer is cleared", "SHOWING", is: "True")
      #expect(try session.close() == .exited(0))
    }

    /// Fails if a later screen reader is not noticed, one that ended still gets events, or its end
    /// ends Fude.
    @Test func readersComeAndGo() throws {
      let desktop = try ReaderSession(hasReader: false)
      #expect(try desktop.ask("there") == ["False"])
      try desktop.desktop.setReader(true)
      try desktop.wait("there", is: "True")
      try desktop.wait("state", "push button", "Menu", "SHOWING", is: "True")
      try desktop.desktop.setReader(false)
      try desktop.wait("there", is: "False")
      try desktop.desktop.setReader(true)
      try desktop.wait("there", is: "True")
      try desktop.desktop.bus.stop()
      try desktop.session.line(from: (300, 300), to: (600, 400))
      #expect(try desktop.session.close() == .exited(0))
    }
  }
}
