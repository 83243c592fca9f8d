import Foundation
import Testing

/// 40 pictures with colours of every kind, against the formulas of the standards in doubles.
@Suite struct PicturesOfEveryColourTests {
  private static func pictures() throws -> [ColourPicture] {
    try ColourPicture.standardPNGs() + ColourPicture.lightPNGs() + ColourPicture.codedPNGs()
      + ColourPicture.profiledPNGs() + ColourPicture.contradictoryPNGs() + ColourPicture.jpegs()
      + ColourPicture.inkJPEGs() + ColourPicture.webPs() + ColourPicture.kritaFiles()
  }

  /// Fails if the colours of a picture differ from the reference by more than its tolerance, or a message is missing
  /// or needless. FUDE_COLOUR_TABLE=1 prints the differences.
  @Test func everyPicture() throws {
    let pictures = try Self.pictures()
    #expect(pictures.count == 40)
    var table = "| picture | largest difference | allowed |\n| --- | --- | --- |\n"
    for picture in pictures {
      let worst = try picture.worst()
      #expect(worst <= picture.tolerance, "\(picture.name): \(worst) levels")
      table += "| \(picture.name) | \(String(format: "%.2f", worst)) | \(picture.tolerance) |\n"
    }
    if ProcessInfo.processInfo.environment["FUDE_COLOUR_TABLE"] == "1" { print(table) }
  }
}
