import Archive
import Document
import Files
import Geometry
import Language
import Pictures

/// References in an OpenRaster file: `references/001.png` and so on, and the list of their places
/// in `references/references.xml`. Other programs ignore these entries.
extension ReferenceBoard {
  static let listName = "references/references.xml"
  private static let folder = "references/"
  private static let listLimit = 1 << 20

  /// Whether an entry of this name belongs to the references.
  static func isEntry(_ name: String) -> Bool { name.hasPrefix(folder) }

  /// The entries for a file; none for an empty board.
  var entries: [OpenRasterWriter.Extra] {
    guard !items.isEmpty else { return [] }
    var pictures: [OpenRasterWriter.Extra] = []
    var root = XMLElement("references", [.init("version", "1")])
    for (index, item) in items.enumerated() {
      let digits = String(index + 1)
      let name = Self.folder + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits + ".png"
      pictures.append(.init(name: name, bytes: item.picture.png, isPacked: false))
      let place = item.placement
      root.children.append(
        XMLElement(
          "reference",
          [
            .init("src", name), .init("x", "\(place.center.x)"), .init("y", "\(place.center.y)"),
            .init("scale", "\(place.scale)"), .init("rotation", "\(place.rotation.degrees)"),
            .init("mirrored", "\(place.isMirrored)"), .init("opacity", "\(place.opacity)"),
          ]))
    }
    return [.init(name: Self.listName, bytes: XMLWriter.document(root), isPacked: true)] + pictures
  }

  /// Reads the board of a file. What cannot be read is left out with one message.
  /// - Parameters:
  ///   - entry: returns the bytes of an entry of at most `limit` bytes, or only the first `count`;
  ///     nil if there is no such entry.
  ///   - notes: receives the message.
  init(
    reading notes: inout [String],
    entry: (_ name: String, _ limit: Int, _ first: Int?) throws(ArchiveError) -> [UInt8]?
  ) {
    self.init()
    let root: XMLElement
    do throws(ArchiveError) {
      guard let list = try entry(Self.listName, Self.listLimit, nil) else { return }
      let limits = XMLReader.Limits(bytes: Self.listLimit, depth: 8, elements: 1000)
      root = try XMLReader.read(list.span, limits: limits)
      guard root.name == "references" else { throw .fault(translated("it is not known")) }
    } catch {
      notes.append(
        translated("The reference pictures of the file were left out: {fault}.", ["fault": error.description]))
      return
    }
    var found: [(number: UInt64, picture: ReferencePicture, placement: ReferencePlacement)] = []
    var (left, faults, sources) = (Self.mostBytes, [String](), Set<String>())
    for element in root.children where element.name == "reference" {
      do throws(ArchiveError) {
        guard found.count < Self.most else {
          throw .fault(translated("a drawing can have {count} of them", ["count": Self.most]))
        }
        guard let source = element["src"], sources.insert(source).inserted else {
          throw .fault(translated("the list of pictures is damaged"))
        }
        guard let start = try entry(source, 32, 32) else { throw .fault(translated("the picture is missing")) }
        let part = ArchiveError.printable(source)
        let claim: Int
        do throws(PNGFault) { claim = try PNGBytes.claim(start, limits: ReferencePicture.limits).bytes } catch {
          throw error.archiveError(part)
        }
        guard let bytes = try entry(source, min(claim, left), nil) else {
          throw .fault(translated("the picture is missing"))
        }
        left -= bytes.count
        do throws(PNGFault) {
          found.append((UInt64(found.count + 1), try ReferencePicture(png: bytes), Self.placement(element)))
        } catch { throw error.archiveError(part) }
      } catch { faults.append(error.description) }
    }
    self.init(reading: found)
    guard let first = faults.first else { return }
    notes.append(
      translated(
        "{count} reference picture was left out: {fault}.", other: "{count} reference pictures were left out: {fault}.",
        count: faults.count, ["fault": first]))
  }

  private static func placement(_ element: XMLElement) -> ReferencePlacement {
    func number(_ name: String, _ otherwise: Double) -> Double { element[name].flatMap { Double($0) } ?? otherwise }
    return ReferencePlacement(
      center: Point(number("x", 0), number("y", 0)), scale: number("scale", 1),
      rotation: Angle(degrees: number("rotation", 0)), isMirrored: element["mirrored"] == "true",
      opacity: number("opacity", 1)
    ).valid
  }
}
