/// Other operations in the place of some of a drawing's past, with everything since then as it
/// would be.
public struct Change: Sendable, Equatable {
  /// Another operation in the place of one.
  public struct Item: Sendable, Equatable {
    /// How many edits before the change the operation is; 1 is the last one before it.
    public var distance: Int
    /// What is done instead.
    public var operation: Operation

    /// An item by its values.
    public init(distance: Int, operation: Operation) { (self.distance, self.operation) = (distance, operation) }
  }

  /// The items, nearest first; each edit once.
  public let items: [Item]

  /// Nil without items, or if two are of the same edit.
  public init?(_ items: [Item]) {
    let sorted = items.sorted { $0.distance < $1.distance }
    guard let first = sorted.first, first.distance >= 1,
      zip(sorted, sorted.dropFirst()).allSatisfy({ $0.distance < $1.distance })
    else { return nil }
    self.items = sorted
  }

  /// The number of edits that must precede it.
  package var reach: Int { items.last?.distance ?? 0 }

  /// The name of the edit, in English.
  var name: String {
    if items.allSatisfy(\.operation.isSelection) { return "Change selection" }
    let omits = items.allSatisfy { if case .omitted = $0.operation { true } else { false } }
    return omits ? "Delete strokes" : "Change strokes"
  }

  /// The same items with other operations.
  func map<Failure: Error>(_ body: (Operation) throws(Failure) -> Operation) throws(Failure) -> Change {
    try mapItems { item throws(Failure) in try body(item.operation) }
  }

  /// The same items with other operations.
  package func mapItems<Failure: Error>(_ body: (Item) throws(Failure) -> Operation) throws(Failure) -> Change {
    var items = items
    for index in items.indices { items[index].operation = try body(items[index]) }
    return Change(sorted: items)
  }

  private init(sorted items: [Item]) { self.items = items }

  /// A change that leaves out the last edit.
  package static let blank = Change(sorted: [Item(distance: 1, operation: .omitted(.select(nil)))])
}
