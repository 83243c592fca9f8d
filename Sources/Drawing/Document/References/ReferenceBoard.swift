import Geometry

/// The references of a drawing, the lowest first.
public struct ReferenceBoard: Sendable, Hashable {
  /// A change of a board.
  public enum Change: Sendable, Hashable {
    /// Move, scale, turn or mirror references, or change their opacity.
    case place([Reference.ID: ReferencePlacement])
    /// Put a reference above the others.
    case raise(Reference.ID)
    case remove(Reference.ID)
  }

  /// The largest number of references.
  public static let most = 50
  /// The largest sum of the encoded pictures, bytes.
  public static let mostBytes = 256 << 20

  /// The references, the lowest first.
  public private(set) var items: [Reference] = []
  /// Increases with every change. Boards that were read from a file begin with 0.
  public private(set) var revision = 0
  private var next: UInt64 = 1

  /// An empty board.
  public init() {}

  /// A board of references that were read from a file, the lowest first. Those above the limits and
  /// those with a number that another one has are left out.
  package init(reading references: [(number: UInt64, picture: ReferencePicture, placement: ReferencePlacement)]) {
    for (number, picture, placement) in references {
      guard number > 0, number < .max, hasRoom(for: picture), self[Reference.ID(number)] == nil else { continue }
      items.append(Reference(id: Reference.ID(number), picture: picture, placement: placement.valid))
      next = max(next, number + 1)
    }
  }

  /// Whether there are no references.
  public var isEmpty: Bool { items.isEmpty }

  /// The reference with an identity; nil if there is none.
  public subscript(id: Reference.ID) -> Reference? { items.first { $0.id == id } }

  /// The uppermost reference at a position of the board; nil if there is none.
  public func item(at point: Point) -> Reference? { items.last { $0.place(at: point) != nil } }

  /// Whether a picture can be added within the limits.
  public func hasRoom(for picture: ReferencePicture) -> Bool {
    items.count < Self.most && items.reduce(picture.png.count) { $0 + $1.picture.png.count } <= Self.mostBytes
  }

  /// Adds a picture above the others. Returns nil, with nothing changed, if there is no room.
  @discardableResult
  public mutating func add(_ picture: ReferencePicture, at placement: ReferencePlacement) -> Reference.ID? {
    guard hasRoom(for: picture) else { return nil }
    let id = Reference.ID(next)
    next += 1
    items.append(Reference(id: id, picture: picture, placement: placement.valid))
    revision += 1
    return id
  }

  /// Carries out a change. Returns whether it changed anything; unknown references are ignored.
  @discardableResult
  public mutating func apply(_ change: Change) -> Bool {
    let before = items
    switch change {
    case .place(let places):
      for i in items.indices { if let new = places[items[i].id] { items[i].placement = new.valid } }
    case .raise(let id):
      guard let at = items.firstIndex(where: { $0.id == id }) else { return false }
      items.append(items.remove(at: at))
    case .remove(let id): items.removeAll { $0.id == id }
    }
    guard items != before else { return false }
    revision += 1
    return true
  }

  // MARK: Arrangement

  /// The smallest upright rectangle around all references; nil for an empty board.
  public var bounds: Rect? {
    items.reduce(nil) { ($0 as Rect?)?.union($1.bounds) ?? $1.bounds }
  }

  /// The change that scales and moves all references together, so that they fill a size around the
  /// middle of the board, px; nil for an empty board.
  public func fitting(width: Double, height: Double) -> Change? {
    guard let bounds, bounds.width > 0, bounds.height > 0, width > 0, height > 0 else { return nil }
    // No scale may leave its range, because clamping one picture would move it against the others.
    let (least, most) = (items.map(\.placement.scale).min() ?? 1, items.map(\.placement.scale).max() ?? 1)
    let wanted = min(width / bounds.width, height / bounds.height)
    let scales = ReferencePlacement.scales
    let factor = max(scales.lowerBound / least, min(scales.upperBound / most, wanted))
    let middle = bounds.center
    return .place(
      Dictionary(
        uniqueKeysWithValues: items.map {
          ($0.id, $0.placement.moved(by: .zero - middle, scaledBy: factor, about: middle))
        }))
  }

  /// The placement of a new picture: as large as the others are on average, beside or below one of
  /// them, so that all fit a panel best. In the middle of an empty board.
  ///
  /// Complexity: cubic in the number of references.
  /// - Parameter aspect: the width of the panel divided by its height.
  public func freePlacement(for picture: ReferencePicture, aspect: Double) -> ReferencePlacement {
    guard let all = bounds else { return ReferencePlacement() }
    let others = items.map(\.bounds)
    let area = others.reduce(0) { $0 + $1.width * $1.height } / Double(others.count)
    let scale = (max(1, area) / (Double(picture.width) * Double(picture.height))).squareRoot()
    let (width, height) = (scale * Double(picture.width), scale * Double(picture.height))
    let gap = area.squareRoot() / 40
    let corners = others.flatMap { [Point($0.maxX + gap, $0.minY), Point($0.minX, $0.maxY + gap)] }
    var best: (place: Rect, size: Double)?
    for corner in corners {
      let place = Rect(x: corner.x, y: corner.y, width: width, height: height)
      if others.contains(where: { $0.insetBy(-gap / 2).intersects(place) }) { continue }
      let whole = all.union(place)
      let size = max(whole.width, whole.height * aspect)
      if best.map({ size < $0.size - 1e-9 }) ?? true { best = (place, size) }
    }
    return ReferencePlacement(center: (best?.place ?? all).center, scale: scale).valid
  }

  /// Compares the references, not the revisions.
  public static func == (a: ReferenceBoard, b: ReferenceBoard) -> Bool { a.items == b.items }

  /// Hashes the references.
  public func hash(into hasher: inout Hasher) { hasher.combine(items) }
}
