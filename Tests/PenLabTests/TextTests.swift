import Testing

@testable import PenLab

@Suite("How penlab writes")
struct TextTests {
  @Test("Decimals are rounded, padded and never minus zero")
  func decimals() {
    #expect(12.5.decimal(2) == "12.50" && 0.0049.decimal(2) == "0.00" && (-0.001).decimal(2) == "0.00")
    #expect((-1.25).decimal(1) == "-1.3" && 1.996.decimal(2) == "2.00" && 7.4.decimal(0) == "7")
    #expect(Double.nan.decimal(2) == "-")
  }

  @Test("Numbers stand below each other, to the right")
  func table() {
    var table = TextTable(["what", "a", "long"])
    table.add(["x", "1.00", "2"])
    table.add(["longer"])
    #expect(table.text == "what       a  long\n------------------\nx       1.00     2\nlonger\n")
  }

  @Test("Options: two ways to write them; unknown, double and empty ones are refused")
  func options() throws {
    let names = ["program", "json"]
    let options = try Options(["--program", "a b", "--json=x=y"], names: names)
    #expect(options["program"] == "a b" && options["json"] == "x=y")
    for wrong in [["--other", "1"], ["word"], ["--json"], ["--json="], ["--json", "a", "--json", "b"]] {
      #expect(throws: UsageError.self) { try Options(wrong, names: names) }
    }
    #expect(throws: UsageError.self) { try options.required("other") }
  }
}
