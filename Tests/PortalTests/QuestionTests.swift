import CGIO
import Files
import RandomSource
import Testing

@testable import Portal

@Suite("Questions and answers, as they stand on the bus") struct QuestionTests {
  private func text(_ variant: Variant) throws -> String {
    let value = try #require(g_variant_ref_sink(variant.makeGVariant()))
    defer { g_variant_unref(value) }
    let text = try #require(g_variant_print(value, 1))
    defer { g_free(text) }
    return String(cString: text)
  }

  private func variant(_ text: String) throws -> Variant {
    let value = try #require(g_variant_parse(nil, text, nil, nil, nil))
    defer { g_variant_unref(value) }
    return Variant(value)
  }

  /// Fails if an option has another name, type or value than the interface says.
  @Test func answersFollowTheInterface() throws {
    var question = FileDialogRequest(.save, title: "Save as", button: "Save")
    question.window = 0x2A0_0007
    question.filters = [FileDialogRequest.Filter("Drawings", endings: ["ora", "p7"]), FileDialogRequest.Filter("All")]
    question.filter = 0
    question.folder = PathText.text(of: Array("/home/b".utf8) + [0xFF])
    question.name = PathText.text(of: Array("n".utf8) + [0xFF])
    question.file = "/home/\u{7B46}.ora"
    #expect(question.method == "SaveFile")
    #expect(
      try text(question.parameters(token: "t1")) == "('x11:2a00007', 'Save as', {"
        + "'accept_label': <'Save'>, "
        + "'current_file': <b'/home/\\347\\255\\206.ora'>, "
        + "'current_filter': <('Drawings', [(uint32 0, '*.[oO][rR][aA]'), (0, '*.[pP]7')])>, "
        + "'current_folder': <b'/home/b\\377'>, 'current_name': <'n\u{FFFD}'>, "
        + "'filters': <[('Drawings', [(uint32 0, '*.[oO][rR][aA]'), (0, '*.[pP]7')]), ('All', [(0, '*')])]>, "
        + "'handle_token': <'t1'>, 'modal': <true>})")
    var plain = FileDialogRequest(.open, title: "Open", button: "Open")
    // Nothing that was not said; a filter that is not there is refused by portals.
    plain.filter = 3
    (plain.name, plain.file) = ("a", "/a")
    #expect(plain.method == "OpenFile")
    #expect(
      try text(plain.parameters(token: "t2")) == "('', 'Open', {'accept_label': <'Open'>, 'handle_token': <'t2'>, "
        + "'modal': <true>, 'multiple': <false>})")
  }

  private func randomVariant(_ rng: inout RandomSource, depth: Int = 0) -> Variant {
    switch rng.roll(0...(depth < 3 ? 6 : 3)) {
    case 0: return .string(["", "a", "\u{7B46}\u{1F58C}", "/a/b"][rng.roll(0..<4)])
    case 1: return .boolean(rng.isOne(in: 2))
    case 2: return .number(UInt32(rng.roll(0...Int(UInt32.max))))
    case 3: return .bytes((0..<rng.roll(0...6)).map { _ in UInt8(rng.roll(0...255)) })
    case 4: return .array("(us)", (0..<rng.roll(0...3)).map { .tuple([.number(UInt32($0)), .string("x")]) })
    case 5: return .tuple((0..<rng.roll(0...3)).map { _ in randomVariant(&rng, depth: depth + 1) })
    default:
      var options: [String: Variant] = [:]
      for number in 0..<rng.roll(0...3) { options["k\(number)"] = randomVariant(&rng, depth: depth + 1) }
      return .options(options)
    }
  }

  /// Fails if a value changes by conversion to GLib and back.
  @Test func everyValueComesBack() throws {
    var rng = RandomSource(8)
    for _ in 0..<2000 {
      let value = randomVariant(&rng)
      let theirs = try #require(g_variant_ref_sink(value.makeGVariant()))
      defer { g_variant_unref(theirs) }
      #expect(Variant(theirs) == value)
    }
  }

  private func question() -> FileDialogRequest {
    var question = FileDialogRequest(.save, title: "Save as", button: "Save")
    question.filters = [FileDialogRequest.Filter("A", endings: ["a"]), FileDialogRequest.Filter("B", endings: ["b"])]
    return question
  }

  /// Fails if an answer is misunderstood, or an empty one crashes or chooses a file.
  @Test(arguments: [
    ("(uint32 0, {'uris': <['file:///a%20b']>})", FileDialogResponse.chosen(path: "/a b", filter: nil)),
    (
      "(uint32 0, {'uris': <['file:///a']>, 'current_filter': <('B', [(uint32 0, '*.b')])>, 'writable': <true>, "
        + "'choices': <[('a', 'b')]>})", .chosen(path: "/a", filter: 1)
    ),
    (
      "(uint32 0, {'uris': <['file:///a']>, 'current_filter': <('B', @a(us) [])>})",
      .chosen(path: "/a", filter: 1)
    ),
    ("(uint32 0, {'uris': <['file:///a']>, 'current_filter': <('C', 7)>})", .chosen(path: "/a", filter: nil)),
    ("(uint32 0, {'uris': <['file:///a']>, 'current_filter': <5>})", .chosen(path: "/a", filter: nil)),
    ("(uint32 0, {'uris': <['sftp://h/a']>})", .elsewhere("sftp://h/a")),
    ("(uint32 0, {'uris': <@as []>})", .lost("it returned no file")),
    ("(uint32 0, {'uris': <'file:///a'>})", .lost("it returned no file")),
    ("(uint32 0, @a{sv} {})", .lost("it returned no file")), ("(uint32 1, @a{sv} {})", .cancelled),
    ("(uint32 1, {'uris': <['file:///a']>})", .cancelled), ("(uint32 2, @a{sv} {})", .lost("it ended at once")),
    ("(uint32 77, @a{sv} {})", .lost("it ended at once")),
    ("()", .lost("it sent an answer that Fude does not understand")),
    ("('a', 'b')", .lost("it sent an answer that Fude does not understand")),
    ("(uint32 0, uint32 0)", .lost("it sent an answer that Fude does not understand")),
    ("uint32 0", .lost("it sent an answer that Fude does not understand")),
  ]) func anAnswerIsUnderstood(_ text: String, _ answer: FileDialogResponse) throws {
    #expect(FileDialogResponse(PortalAnswer(response: try variant(text), after: 0), to: question()) == answer)
  }

  /// Fails if Escape, which GTK's portal reports as another ending, is an error, or a dialog that
  /// never opened is an Escape.
  @Test func endingInSomeOtherWayIsTheUsersUnlessAtOnce() throws {
    let other = try variant("(uint32 2, @a{sv} {})")
    #expect(FileDialogResponse(PortalAnswer(response: other, after: 0.31), to: question()) == .cancelled)
    #expect(FileDialogResponse(PortalAnswer(response: other, after: 0.29), to: question()) == .lost("it ended at once"))
    #expect(
      FileDialogResponse(PortalAnswer(response: try variant("(uint32 1, @a{sv} {})"), after: 0), to: question())
        == .cancelled)
  }

  /// Fails if the path differs from the one that portals make of the caller's name and the token,
  /// or two requests share it.
  @Test func thePathOfARequestIsKnownBeforehand() {
    let handle = RequestHandle(random: 35)
    #expect(handle.path(sender: ":1.42") == "/org/freedesktop/portal/desktop/request/1_42/fude_z")
    #expect(g_variant_is_object_path(RequestHandle(random: .max).path(sender: ":1.2.3")) != 0)
    #expect(RequestHandle(random: 1) != RequestHandle(random: 2))
  }

  /// Fails if a bus is started, an existing one is not found, or a folder's name is not escaped.
  @Test func theBusIsFoundWhereItIs() throws {
    func address(_ environment: [String: String], _ files: Set<String> = []) -> String? {
      SessionBus.address(environment: environment) { files.contains($0) }
    }
    #expect(address(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) == "unix:path=/x")
    #expect(address(["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"]) == nil)
    #expect(address([:]) == nil && address(["DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
    #expect(address(["XDG_RUNTIME_DIR": "/run/u"]) == nil && address(["XDG_RUNTIME_DIR": "u"], ["u/bus"]) == nil)
    #expect(address(["XDG_RUNTIME_DIR": "/run/u"], ["/run/u/bus"]) == "unix:path=/run/u/bus")
    let odd = try #require(address(["XDG_RUNTIME_DIR": "/a,b;\u{7B46} c%"], ["/a,b;\u{7B46} c%/bus"]))
    #expect(odd == "unix:path=/a%2Cb%3B%E7%AD%86%20c%25/bus")
    #expect(g_dbus_is_supported_address(odd, nil) != 0)
  }
}
