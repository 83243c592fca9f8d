import RandomSource
import Rig
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

@Suite("The scale of the interface on a real server", .serialized)
struct LiveScaleTests {
  private func collect(_ stage: Stage, _ scale: Double) throws {
    try stage.collect("a scale of \(scale)") { if case .scaleChanged(scale) = $0 { true } else { false } }
    #expect(stage.connection.interfaceScale == scale)
    stage.forget()
  }

  @Test("Changes of the scale are followed; other resources are ignored")
  func resources() throws {
    let stage = try Stage()
    #expect(stage.connection.interfaceScale == 1)
    try stage.bench.screen.setResources("Xft.dpi:\t144\n")
    try collect(stage, 1.5)
    try stage.bench.screen.setResources("Xft.dpi:\t144\nXft.hinting:\t1\n")
    stage.collectAll()
    #expect(!stage.events.contains { if case .scaleChanged = $0 { true } else { false } })
    try stage.bench.screen.setResources(nil)
    try collect(stage, 1)
  }

  /// Fails if a high-contrast theme is not noticed, is confused with another, or is kept after its
  /// program ends.
  @Test("The desktop's theme is followed where it is one of high contrast")
  func contrast() throws {
    let stage = try Stage()
    func collect(_ contrast: HighContrast?) throws {
      try stage.collect("\(String(describing: contrast))") {
        if case .contrastChanged(contrast) = $0 { true } else { false }
      }
      #expect(stage.connection.highContrast == contrast)
      stage.forget()
    }
    #expect(stage.connection.highContrast == nil)
    var manager: SettingsManager? = try SettingsManager(stage.bench.screen)
    try manager?.set(dpi: 96, theme: "HighContrast")
    try collect(.light)
    try manager?.set(dpi: 96, theme: "HighContrastInverse", isBigEndian: true)
    try collect(.dark)
    try manager?.set(dpi: 96, theme: "Adwaita-dark")
    try collect(nil)
    try manager?.set(dpi: nil, theme: "ContrastHighInverse")
    try collect(.dark)
    manager = nil
    try collect(nil)
  }

  @Test("The desktop's settings are followed as their program comes, changes them, goes, and comes again")
  func settings() throws {
    let stage = try Stage()
    try stage.bench.screen.setResources("Xft.dpi: 120\n")
    try collect(stage, 1.25)
    var manager: SettingsManager? = try SettingsManager(stage.bench.screen)
    try manager?.set(dpi: 192)
    try collect(stage, 2)
    // XSETTINGS take precedence over the resources.
    try stage.bench.screen.setResources("Xft.dpi: 240\n")
    try manager?.set(dpi: 96, isBigEndian: true)
    try collect(stage, 1)
    try manager?.set(dpi: nil)
    try collect(stage, 2.5)
    try manager?.set(dpi: 144)
    try collect(stage, 1.5)
    manager = nil
    try collect(stage, 2.5)
    manager = try SettingsManager(stage.bench.screen)
    try manager?.set(dpi: 48)
    try collect(stage, 0.5)
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  @Test("Existing settings apply from the start, and another program may replace them")
  func settingsAtStart() throws {
    let bench = try Bench()
    let first = try SettingsManager(bench.screen)
    try first.set(dpi: 192)
    let stage = try Stage(on: bench)
    #expect(stage.connection.interfaceScale == 2)
    let second = try SettingsManager(bench.screen)
    try second.set(dpi: 120)
    try collect(stage, 1.25)
    try first.set(dpi: 96)
    stage.collectAll()
    #expect(stage.connection.interfaceScale == 1.25)
  }
}

@Suite("The desktop's settings")
struct XSettingsTests {
  private static let good: [UInt8] =
    [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0] + [1, 0, 3, 0] + Array("a/b".utf8) + [
      0, 1, 0, 0, 0, 2, 0, 0, 0, 120, 120, 0, 0,
    ]
    + [0, 0, 7, 0] + Array("Xft/DPI".utf8) + [0, 1, 0, 0, 0] + [0, 128, 1, 0]

  @Test("Xft/DPI is found, in 1024ths of a dot an inch")
  func stated() { #expect(XSettings.dpi(in: Self.good) == 96) }

  @Test("Missing, partial or invalid settings give no resolution")
  func unstated() {
    for end in 0..<Self.good.count { #expect(XSettings.dpi(in: Array(Self.good[..<end])) == nil) }
    for (at, value) in [(0, 2), (12, 3), (Self.good.count - 1, 0x7f), (Self.good.count - 1, 0xff)] as [(Int, UInt8)] {
      var bad = Self.good
      bad[at] = value
      #expect(XSettings.dpi(in: bad) == nil)
    }
  }

  /// Uses a seed.
  @Test("Damaged settings never cause a crash or a value out of range")
  func damaged() {
    var rng = RandomSource(7)
    for _ in 0..<5000 {
      var bytes = Self.good
      for _ in 0..<rng.roll(1...4) { bytes[rng.roll(0..<bytes.count)] = UInt8(rng.roll(0...255)) }
      if let dpi = XSettings.dpi(in: bytes) { #expect((24...960).contains(dpi)) }
    }
  }
}
