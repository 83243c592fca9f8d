import Testing

@testable import Ink

@Suite struct JSONReaderTests {
  private func elements(_ text: String) throws -> [JSONValue] {
    var (reader, all) = (JSONReader(Array(text.utf8), depth: 4), [JSONValue]())
    while let element = try reader.nextElement() { all.append(element) }
    #expect(try reader.nextElement() == nil)
    return all
  }

  /// Fails if the elements of a list, or values that follow one another, are not read one by one.
  @Test func elementsAreRead() throws {
    let numbers: [JSONValue] = [.number(1), .list([.number(2)]), .text("a")]
    #expect(try elements("[1, [2] ,\n\"a\"] \n") == numbers && elements("1 [2]\n\"a\"") == [.number(1)] + numbers[1...])
    #expect(try elements("") == [] && elements(" [ ] ") == [])
    for text in ["[1,]", "[1 2]", "[1", "[1] 2", "1 ]", "{\"a\" 1}"] {
      #expect(throws: JSONFault.self, "\(text)") { try elements(text) }
    }
    for text in ["[1", "{\"a\"", "[\"b", "nul", "[-", "\"\\u12"] {
      #expect(throws: JSONFault.notJSON(byte: text.utf8.count), "\(text)") { try elements(text) }
    }
    #expect(throws: JSONFault.notJSON(byte: 0)) { try elements("nux") }
    #expect(throws: JSONFault.tooDeep(byte: 6, limit: 4)) { try elements("[[[[[[1]]]]]]") }
  }

  /// Fails if the place of a part of a value is not found.
  @Test func placesAreFound() throws {
    let text = "\n{\"a\": [1, {\"b\": 2}],\n \"c\": 3}"
    var reader = JSONReader(Array(text.utf8), depth: 4)
    _ = try reader.nextElement()
    func place(_ path: JSONStep...) -> String {
      let (line, column) = reader.position(of: reader.place(of: path, from: reader.elementPlace))
      return "\(line):\(column)"
    }
    #expect(place() == "2:1" && place(.member("a")) == "2:7" && place(.name("a")) == "2:2")
    #expect(place(.member("a"), .item(1), .member("b")) == "2:17" && place(.member("c")) == "3:7")
    #expect(place(.member("d")) == "2:1" && place(.member("a"), .item(7)) == "2:7")
  }
}
