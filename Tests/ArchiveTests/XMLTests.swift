import RandomSource
import Testing

@testable import Archive

private func read(_ text: String, limits: XMLReader.Limits = .init()) throws(ArchiveError) -> XMLElement {
  try XMLReader.read(Array(text.utf8).span, limits: limits)
}

private func fault(_ text: String, limits: XMLReader.Limits = .init()) -> String {
  do throws(ArchiveError) {
    _ = try read(text, limits: limits)
    return "read"
  } catch { return error.description }
}

/// The tree without line numbers.
private func bare(_ element: XMLElement) -> XMLElement {
  XMLElement(element.name, element.attributes, children: element.children.map(bare), texts: element.texts)
}

@Suite struct XMLTests {
  @Test func treesAreRead() throws {
    let root = try read(
      """
      <?xml version='1.0'?>
      <!-- by another program -->
      <image w="10" name='&lt;&#x7B46;&quot;'>
        words <stack/>
        <m:layer xmlns:m="urn:m" m:a="1"></m:layer>
      </image>
      """)
    #expect(root.name == "image" && root.line == 3)
    #expect(root["w"] == "10" && root["name"] == "<筆\"" && root["h"] == nil)
    #expect(root.children.map(\.name) == ["stack", "m:layer"] && root.children.map(\.line) == [4, 5])
    #expect(root.children[1]["m:a"] == "1")
  }

  /// Fails if text is lost, moved or gets lines that it did not have; or if space between elements is text.
  @Test func textComesBack() throws {
    let xml = "<a> <b>x <i>y\n</i> &lt;]]&gt;\r\n<![CDATA[<z>]]> </b>\n <c> </c><d>\n<e/>\n</d></a>"
    let root = try XMLReader.read(Array(xml.utf8).span, keepsText: true)
    #expect(root.texts.isEmpty && root.children[2].texts.isEmpty)
    #expect(
      root.children[0].texts == [XMLElement.Text("x "), XMLElement.Text(" <]]>\n<z> ", at: 1)]
        && root.children[0].children[0].texts == [XMLElement.Text("y\n")])
    #expect(root.children[1].texts == [XMLElement.Text(" ")])
    let back = try XMLReader.read(XMLWriter.document(root).span, keepsText: true)
    #expect(bare(back) == bare(root))
    #expect(try read(xml).children[0].texts.isEmpty)
  }

  /// Fails if a character is escaped wrongly: control characters, quotes, line ends, beyond the
  /// first plane.
  @Test func anyTreeComesBack() throws {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      func text(_ rng: inout RandomSource) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<rng.roll(0...12) {
          let value = [rng.roll(0...0x7F), rng.roll(0...0xFFFF), rng.roll(0...0x10FFFF)][rng.roll(0...2)]
          guard let scalar = UnicodeScalar(UInt32(value)) else { continue }
          if scalar.value < 32, ![9, 10, 13].contains(scalar.value) || scalar.value == 0xFFFE || scalar.value == 0xFFFF
          {
            continue
          }
          scalars.append(scalar)
        }
        return String(scalars)
      }
      func tree(_ depth: Int, _ rng: inout RandomSource) -> XMLElement {
        var element = XMLElement("e\(rng.roll(0...9))")
        for number in 0..<rng.roll(0...3) { element.attributes.append(.init("a\(number)", text(&rng))) }
        if depth > 0 { for _ in 0..<rng.roll(0...3) { element.children.append(tree(depth - 1, &rng)) } }
        return element
      }
      var root = tree(4, &rng)
      root.attributes.append(.init("fixed", "\t\n\r\"'<>&\u{7F}\u{85}\u{2028}筆🖌"))
      let read = try XMLReader.read(XMLWriter.document(root).span)
      #expect(bare(read) == root, "seed \(seed)")
    }
  }

  @Test func invalidXMLCharactersAreReplaced() throws {
    let root = XMLElement("a", [.init("b", "x\u{0}\u{1B}\u{FFFE}y")])
    #expect(try XMLReader.read(XMLWriter.document(root).span)["b"] == "x\u{FFFD}\u{FFFD}\u{FFFD}y")
  }

  @Test func otherEncodingsAreRead() throws {
    let latin: [UInt8] = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a b='".utf8) + [0xE9] + Array("'/>".utf8)
    #expect(try XMLReader.read(latin.span)["b"] == "é")
    let wide: [UInt8] = [0xFF, 0xFE] + "<a b='筆'/>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] as [UInt8] }
    #expect(try XMLReader.read(wide.span)["b"] == "筆")
  }

  @Test func faultsNameTheLine() {
    #expect(fault("<a>\n<b>\n</a>") == "line 3: mismatched tag")
    #expect(fault("") == "line 1: no element found")
    #expect(fault("<a>\n") == "line 2: no element found")
    #expect(fault("<a b='1' b='2'/>") == "line 1: duplicate attribute")
    #expect(fault("<a b='\u{0}'/>") == "line 1: not well-formed (invalid token)")
    #expect(fault("<a/>\n<a/>") == "line 2: junk after document element")
    #expect(fault("<a>&b;</a>") == "line 1: undefined entity")
  }

  /// Fails if documents that expand without limit, or refer to other files, are accepted.
  @Test func bombsAreRefused() {
    let laughs = "<!DOCTYPE a [<!ENTITY b 'ha'>\n<!ENTITY c '&b;&b;&b;'>]><a>&c;</a>"
    #expect(fault(laughs) == "line 1: it declares an entity, which is not allowed here")
    let outside = "<!DOCTYPE a [\n<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"
    #expect(fault(outside) == "line 2: it declares an entity, which is not allowed here")
    let deep = String(repeating: "<a>\n", count: 101)
    #expect(fault(deep) == "line 101: elements are nested more than 100 deep")
    let many = "<a>" + String(repeating: "<b/>", count: 11) + "</a>"
    #expect(fault(many, limits: .init(elements: 11)) == "line 1: there are more than 11 elements")
    #expect(fault(many, limits: .init(bytes: 10)) == "it has more than 10 bytes")
  }

  /// Fails if any bytes crash the reader, or a truncated document is accepted.
  @Test func damageIsHarmless() throws {
    let whole = Array("<?xml version='1.0'?><image w='10'><stack><layer name='é&amp;'/></stack></image>".utf8)
    for count in 0..<whole.count {
      let error = #expect(throws: ArchiveError.self) { try XMLReader.read(Array(whole[..<count]).span) }
      #expect(error?.description.hasPrefix("line ") == true)
    }
    for seed in RandomSource.seeds(3000) {
      var rng = RandomSource(seed)
      var bytes = whole
      for _ in 0..<rng.roll(1...4) { bytes[rng.roll(0..<bytes.count)] = UInt8(rng.roll(0...255)) }
      do throws(ArchiveError) { _ = try XMLReader.read(bytes.span) } catch { #expect(!error.description.isEmpty) }
    }
  }
}

@Suite struct ForbiddenXMLTests {
  /// Fails if a character that XML forbids stays, as itself or as a reference, or another one is lost.
  @Test func forbiddenCharactersAreRemoved() throws {
    func cleaned(_ text: String) -> String {
      String(decoding: XMLReader.withoutForbidden(Array(text.utf8)), as: UTF8.self)
    }
    let controls = String(String.UnicodeScalarView((0..<32).compactMap { Unicode.Scalar($0) }))
    #expect(cleaned("a\(controls)\u{FFFE}b\u{FFFF}") == "a\t\n\rb")
    #expect(cleaned("&#0;&#x1F;&#x0000b;&#65535;&#xD800;&#x110000;") == "")
    let kept = "&#9;&#x41;&#x10FFFF;&amp;&#;&#x;&# 1;&#1 \u{FFFD}\u{FFBE}\u{7F}\u{85}筆\u{10FFFF}&#-1;&#99999999999;&"
    #expect(cleaned(kept) == kept)
    #expect(try read(cleaned("<a b=\"\u{1}&#2;c\">\u{3}</a>"))["b"] == "c")
  }
}
