import Testing

@testable import Desktop

@Suite("The scale of the interface")
struct InterfaceScaleTests {
  @Test(
    "Xft.dpi over 96, wherever in the resources it stands",
    arguments: [
      ("Xft.dpi:\t144\n", 1.5), ("Xft.dpi: 96", 1), ("  Xft.dpi :  192  ", 2),
      ("a: 1\nXft.dpi:\t120\nXft.hinting: 1\n", 1.25),
      ("Xft.dpi: 102.4\n", 102.4 / 96), ("Xft.dpi: 96\nXft.dpi: 192\n", 2),
    ] as [(String, Double)])
  func stated(_ text: String, _ scale: Double) { #expect(InterfaceScale.parse(text) == scale) }

  @Test(
    "Anything else leaves the scale at 1",
    arguments: [
      "", "Xft.dpi", "Xft.dpi:", "Xft.dpi: much", "Xft.dpi: 0", "Xft.dpi: -96", "Xft.dpi: nan", "Xft.dpi: inf",
      "Xft.dpi: 1e9", "! Xft.dpi: 192", "MyXft.dpi: 192", "Xft.dpis: 192", "Xft.rgba: none\n\n\n:::",
    ])
  func unstated(_ text: String) { #expect(InterfaceScale.parse(text) == 1) }
}
