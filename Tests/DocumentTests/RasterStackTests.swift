import Archive
import RandomSource
import Testing

@testable import Document

private func parsed(_ xml: String) throws -> (stack: RasterStack, notes: [String]) {
  var notes: [String] = []
  let stack = try RasterStack(parsing: Array(xml.utf8), notes: &notes)
  return (stack, notes)
}

private func fault(_ xml: String) -> String {
  var notes: [String] = []
  do throws(ArchiveError) {
    _ = try RasterStack(parsing: Array(xml.utf8), notes: &notes)
    return "read"
  } catch { return error.description }
}

@Suite struct RasterStackTests {
  /// Fails if a name, position, opacity, operator or the order of layers changes by writing and
  /// reading.
  @Test func anyStackComesBack() throws {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      var number = 0
      func nodes(_ depth: Int) -> [RasterNode] {
        (0..<rng.roll(0...3)).map { _ in
          number += 1
          let content: RasterNode.Content =
            depth > 0 && rng.isOne(in: 3)
            ? .group(nodes(depth - 1), isIsolated: rng.isOne(in: 2)) : .layer(source: "data/\(number).png")
          return RasterNode(
            name: ["", "Ink", "筆 <&\"'>", "a\tb\nc", "🖌️ e\u{301}"][rng.roll(0...4)], content: content,
            x: rng.roll(-5000...5000), y: rng.roll(-5000...5000),
            opacity: [0, 1, 0.5, rng.roll(0.0...1)][rng.roll(0...3)], isVisible: rng.isOne(in: 2),
            isLocked: rng.isOne(in: 2), isSelected: rng.isOne(in: 2),
            compositeOperator: CompositeOperator.allCases[rng.roll(0..<CompositeOperator.allCases.count)])
        }
      }
      let stack = RasterStack(
        width: rng.roll(1...32767), height: rng.roll(1...32767),
        density: (Double(rng.roll(1...1200)), rng.roll(1.0...600)),
        nodes: nodes(3))
      var notes: [String] = []
      let back = try RasterStack(parsing: stack.xml(), notes: &notes)
      #expect(back == stack && notes.isEmpty, "seed \(seed)")
    }
  }

  /// Fails if other programs' files are misread: missing attributes, decimals or commas in numbers,
  /// unknown attributes.
  @Test func strangeHabitsAreRead() throws {
    let (stack, notes) = try parsed(
      """
      <?xml version='1.0' encoding='UTF-8'?>
      <image w="640.0" h="480" xmlns:mypaint="http://mypaint.org/ns/openraster" mypaint:frame="1">
        <stack x="10" isolation="isolate">
          <filter type="blur"/>
          <layer src="data/top.png" opacity="0,25" visibility="hidden" x="5" y="-7.4" edit-locked="1" z="9"/>
          <stack opacity="2" visibility="visible">
            <layer src="data/a.png" composite-op="multiply" selected="true" name="a"/>
            <layer name="b"/>
            <layer src="data/c.png" composite-op="krita:erase" name="c" opacity="nonsense" x="1e99"/>
          </stack>
          <mypaint:view/>
        </stack>
        <stack/>
      </image>
      """)
    #expect(stack.width == 640 && stack.height == 480 && stack.density == (72, 72))
    #expect(
      stack.nodes == [
        RasterNode(
          name: "",
          content: .group(
            [
              RasterNode(name: "c", content: .layer(source: "data/c.png"), x: 1_000_000),
              RasterNode(
                name: "a", content: .layer(source: "data/a.png"), isSelected: true, compositeOperator: .multiply),
            ], isIsolated: false), x: 10),
        RasterNode(
          name: "", content: .layer(source: "data/top.png"), x: 15, y: -7, opacity: 0.25, isVisible: false,
          isLocked: true),
      ])
    #expect(
      notes == [
        "The layer \"c\" is blended normally: krita:erase is not known.",
        "The layer \"b\" has no pixels and was left out.",
        "The filter \"\" was left out: Fude does not support it.",
      ])
  }

  /// Fails if MyPaint's blending in linear light gives no note, or gives one where nothing is
  /// blended.
  @Test func linearLightIsSaid() throws {
    func notes(_ power: String, _ layers: Int) throws -> [String] {
      try parsed(
        """
        <image xmlns:mypaint="http://mypaint.org/ns/openraster" w="4" h="4" \(power)><stack>
        \(String(repeating: "<stack><layer src='a.png'/></stack>", count: layers))</stack></image>
        """
      ).notes
    }
    #expect(try notes("mypaint:eotf='2.2'", 2).first?.hasPrefix("MyPaint blends the layers") == true)
    for (power, layers) in [("mypaint:eotf='1.0'", 2), ("", 2), ("mypaint:eotf='2.2'", 1)] {
      #expect(try notes(power, layers).isEmpty, "\(power), \(layers)")
    }
  }

  @Test func wrongStacksAreRefused() {
    #expect(fault("<images/>") == "line 1: there is <images> instead of <image>")
    #expect(fault("<image h='1'><stack/></image>") == "line 1: the image has no w")
    #expect(fault("\n<image w='1' h='x'><stack/></image>") == "line 2: the image has no h")
    #expect(fault("<image w='1' h='1e300'><stack/></image>") == "line 1: the image has no h")
    #expect(fault("<image w='1' h='1'/>") == "line 1: the image has no stack")
    #expect(fault("<image w='1' h='1'><stack></image>") == "line 1: mismatched tag")
  }

  /// Fails if a group is lost without a note, or a note says that an isolated group looks the same
  /// when it does not. Groups pass their attributes to their layers as far as possible.
  @Test func groupsAreTakenApart() {
    let leaf = RasterNode(name: "leaf", content: .layer(source: "1"), x: 3, y: 4, opacity: 0.5)
    let other = RasterNode(name: "other", content: .layer(source: "2"), compositeOperator: .multiply)
    func group(_ children: [RasterNode], _ isIsolated: Bool = false) -> RasterNode {
      RasterNode(name: "g", content: .group(children, isIsolated: isIsolated), x: 10, y: 20)
    }
    func flat(_ node: RasterNode) -> (layers: [RasterNode], notes: [String]) {
      RasterStack(width: 1, height: 1, nodes: [other, node]).flattened()
    }
    var hidden = group([leaf])
    (hidden.opacity, hidden.isVisible, hidden.isLocked) = (0.5, false, true)
    let expected = RasterNode(
      name: "leaf", content: .layer(source: "1"), x: 23, y: 44, opacity: 0.25, isVisible: false, isLocked: true)
    #expect(flat(group([hidden])).layers == [other, expected])
    let same = ["The group \"g\" was taken apart: it looks the same, but saving keeps its layers only."]
    let note = ["The group \"g\" was taken apart: it may look different, and saving keeps its layers only."]
    #expect(flat(group([hidden])).notes == same + same)
    var faint = group([leaf, leaf])
    #expect(flat(faint).notes == same)
    faint.opacity = 0.9
    #expect(flat(faint).notes == note)
    #expect(flat(group([other])).notes == same)
    #expect(flat(group([leaf, leaf], true)).notes == same)
    #expect(flat(group([other], true)).notes == note)
    // Nested content counts as well, and so does a mode in a group that is isolated by its opacity.
    faint.content = .group([group([leaf, leaf])], isIsolated: false)
    #expect(flat(faint).notes == note + same)
    #expect(flat(group([group([other])], true)).notes == note + same)
    faint.content = .group([other], isIsolated: false)
    #expect(flat(faint).notes == note)
    faint.content = .group([leaf], isIsolated: false)
    #expect(flat(faint).notes == same)
    var multiplied = group([leaf])
    multiplied.compositeOperator = .multiply
    #expect(flat(multiplied).notes == note)
  }
}
