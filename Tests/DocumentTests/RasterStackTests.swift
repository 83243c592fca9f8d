import Archive
import RandomSource
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

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
        var hasBase = false
        return (0..<rng.roll(0...4)).flatMap { _ in
          number += 1
          let isClipped = rng.isOne(in: 3)
          let clipping: RasterNode.Clipping? = !isClipped ? nil : hasBase ? .toBase : .withoutBase
          if !isClipped { hasBase = true }
          let isGroup = depth < 3 && rng.isOne(in: 3)
          let content: RasterNode.Content =
            isGroup ? .group(isIsolated: rng.isOne(in: 2)) : .layer(source: "data/\(number).png")
          var node = RasterNode(
            name: ["", "Ink", "筆 <&\"'>", "a\tb\nc", "🖌️ e\u{301}"][rng.roll(0...4)], content: content, depth: depth,
            x: isGroup ? 0 : rng.roll(-5000...5000), y: isGroup ? 0 : rng.roll(-5000...5000),
            opacity: [0, 1, 0.5, rng.roll(0.0...1)][rng.roll(0...3)], isVisible: rng.isOne(in: 2),
            isLocked: rng.isOne(in: 2), clipping: clipping, isAlphaLocked: rng.isOne(in: 3),
            isSelected: rng.isOne(in: 2),
            blend: CompositeOperator.allCases[rng.roll(0..<CompositeOperator.allCases.count)])
          node.label = Layer.Label.allCases[rng.roll(0..<Layer.Label.allCases.count)]
          // Without an attribute that requires it, isolation must not become another.
          if rng.isOne(in: 3) { (node.opacity, node.blend) = (1, .sourceOver) }
          return (isGroup ? nodes(depth + 1) : []) + [node]
        }
      }
      let stack = RasterStack(
        width: rng.roll(1...32767), height: rng.roll(1...32767),
        density: (Double(rng.roll(1...1200)), rng.roll(1.0...600)),
        nodes: nodes(0))
      var notes: [String] = []
      let back = try RasterStack(parsing: stack.xml(), notes: &notes)
      #expect(back == stack && notes.isEmpty, "seed \(seed)")
    }
  }

  /// Fails if clipped layers of other programs are misread: Drawpile's stacks, Krita's and MyPaint's layers.
  @Test func clippedLayersAreRead() throws {
    let (stack, notes) = try parsed(
      """
      <image w="64" h="48" xmlns:drawpile="http://drawpile.net/">
        <stack>
          <stack name="a" isolation="isolate" drawpile:clipping-group="true" opacity="0.5" visibility="hidden"
            composite-op="svg:multiply" x="3" y="4">
            <layer src="data/3.png" name="3" composite-op="svg:src-atop" alpha-preserve="true"/>
            <layer src="data/2.png" name="2" composite-op="svg:src-atop" opacity="0.25" x="1"/>
            <stack isolation="isolate" name="1"><layer src="data/0.png" name="0"/></stack>
          </stack>
          <stack isolation="isolate" drawpile:clipping-group="true"/>
          <layer src="data/k.png" name="Krita" composite-op="svg:screen" alpha-preserve="true"/>
          <layer src="data/m.png" name="MyPaint" composite-op="svg:src-atop"/>
        </stack>
      </image>
      """)
    #expect(
      stack.nodes == [
        RasterNode(name: "MyPaint", content: .layer(source: "data/m.png"), blend: .sourceAtop),
        RasterNode(
          name: "Krita", content: .layer(source: "data/k.png"), clipping: .toBase, blend: .screen),
        RasterNode(name: "0", content: .layer(source: "data/0.png"), depth: 1, x: 3, y: 4),
        RasterNode(
          name: "1", content: .group(isIsolated: true), opacity: 0.5, isVisible: false, blend: .multiply),
        RasterNode(
          name: "2", content: .layer(source: "data/2.png"), x: 4, y: 4, opacity: 0.25, clipping: .toBase),
        RasterNode(
          name: "3", content: .layer(source: "data/3.png"), x: 3, y: 4, clipping: .toBase,
          blend: .sourceAtop),
      ])
    #expect(notes.isEmpty)
    let back = try parsed(String(decoding: stack.xml(), as: UTF8.self)).stack
    #expect(back == stack)
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
          <stack opacity="2" visibility="visible" x="1" y="-2">
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
    let known = stack.nodes.map { node in
      var known = node
      known.foreign = ForeignNode()
      return known
    }
    #expect(
      known == [
        RasterNode(name: "c", content: .layer(source: "data/c.png"), depth: 1, x: 1_000_011, y: -2),
        RasterNode(
          name: "a", content: .layer(source: "data/a.png"), depth: 1, x: 11, y: -2, isSelected: true,
          blend: .multiply),
        RasterNode(name: "", content: .group(isIsolated: false)),
        RasterNode(
          name: "", content: .layer(source: "data/top.png"), x: 15, y: -7, opacity: 0.25, isVisible: false,
          isLocked: true),
      ])
    #expect(
      notes == [
        "The filter \"\" is not shown: Fude does not support it.",
        "The layer \"b\" has no pixels and is not shown.",
        "The layer \"c\" is blended normally: krita:erase is not known.",
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

  /// Fails if a group of another program is isolated although it is said to pass through, or the
  /// reverse.
  @Test func isolationIsAsItSays() throws {
    for (attributes, isIsolated) in [
      ("", false), ("isolation='auto'", false), ("isolation='isolate'", true), ("isolation='x' opacity='1.0'", false),
      ("opacity='0.5'", true), ("isolation='auto' opacity='0.5'", false), ("opacity='x'", false),
      ("composite-op='svg:src-over'", false), ("composite-op=''", false), ("composite-op='src-over'", false),
      ("composite-op='svg:multiply'", true), ("isolation='auto' composite-op='svg:multiply'", false),
      ("composite-op='x:unknown'", true), ("isolation='x' opacity='0.5'", true),
    ] {
      let stack = try parsed("<image w='1' h='1'><stack><stack \(attributes)/></stack></image>").stack
      #expect(stack.nodes.map(\.content) == [.group(isIsolated: isIsolated)], "\(attributes)")
    }
  }

  /// Fails if groups are written as other programs do not expect them: with a position, or without
  /// an isolation.
  @Test func groupsAreWrittenAsStacks() {
    let group = RasterNode(name: "g", content: .group(isIsolated: false))
    var inner = RasterNode(name: "i", content: .group(isIsolated: true), depth: 1, opacity: 0.5, isLocked: true)
    inner.blend = .multiply
    let layer = RasterNode(name: "l", content: .layer(source: "l.png"), depth: 2, x: 3, isSelected: true)
    let text = String(
      decoding: RasterStack(width: 1, height: 1, nodes: [layer, inner, group]).xml(), as: UTF8.self)
    #expect(
      text.hasSuffix(
        """
          <stack>
            <stack name="g" isolation="auto" opacity="1" visibility="visible" composite-op="svg:src-over">
              <stack name="i" isolation="isolate" opacity="0.5" visibility="visible" composite-op="svg:multiply" \
        edit-locked="true">
                <layer name="l" src="l.png" x="3" y="0" opacity="1" visibility="visible" \
        composite-op="svg:src-over" selected="true"/>
              </stack>
            </stack>
          </stack>
        </image>

        """), "\(text)")
  }

  /// A file with groups nested in one another, and a layer in the innermost and above each.
  private func nested(_ count: Int, _ attributes: String) -> String {
    "<image w='1' h='1'><stack>"
      + String(repeating: "<stack name='g' x='1' \(attributes)><layer src='above.png'/>", count: count)
      + "<layer src='inner.png' opacity='0.5'/>" + String(repeating: "</stack>", count: count) + "</stack></image>"
  }

  /// Fails if groups that are nested too deep are lost without a message, or with their layers or
  /// attributes; or if those that are not too deep are not kept.
  @Test func groupsThatAreTooDeepAreTakenApart() throws {
    let attributes = "opacity='0.5' visibility='hidden' edit-locked='true'"
    for (count, tooMany) in [(64, 0), (65, 1), (70, 6)] {
      var found = StackFindings()
      let stack = try RasterStack(parsing: Array(nested(count, attributes).utf8), found: &found)
      let groups = stack.nodes.filter(\.isGroup)
      #expect(groups.map(\.depth) == (0..<64).reversed() && groups.allSatisfy { $0.opacity == 0.5 && $0.x == 0 })
      #expect(stack.nodes.count == 64 + count + 1 && stack.nodes.allSatisfy { $0.depth <= LayerTree.mostDepth })
      let inner = try #require(stack.nodes.first)
      #expect(inner.depth == 64 && inner.x == count)
      #expect(inner.opacity == (0...tooMany).reduce(1.0) { share, _ in share * 0.5 })
      #expect(inner.isVisible == (tooMany == 0) && inner.isLocked == (tooMany > 0))
      #expect(found.notes == Array(repeating: .groupTakenApart("g"), count: tooMany) && found.losses.groups == tooMany)
    }
    let deepest = try parsed(nested(64, "").replacing("<layer src='inner.png' opacity='0.5'/>", with: "<stack/>"))
    #expect(deepest.notes.isEmpty && deepest.stack.nodes.first?.content == .group(isIsolated: false))
  }

  /// Fails if a file whose elements are nested without an end overflows the stack or is read.
  @Test func endlessNestingIsRefused() {
    for count in [163, 200_000] {
      #expect(fault(nested(count, "")) == "line 1: elements are nested more than 164 deep")
    }
  }
}
