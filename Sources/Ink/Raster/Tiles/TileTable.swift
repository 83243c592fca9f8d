/// Values of some tiles of a grid, such as those that a stroke has reached. It costs memory by the
/// tiles that have a value, with 4 bytes for each tile near one. Its members are inlinable, because
/// an unspecialised accessor allocates memory, and strokes access it for each sample.
public struct TileTable<Value: Sendable>: Sendable {
  /// For each tile the number of its value, or -1.
  @usableFromInline var numbers: ChunkedArray<Int32>
  @usableFromInline var values: [Value?] = []

  /// Creates a table without values for a grid with `slotCount` tiles.
  public init(slotCount: Int) { numbers = ChunkedArray(repeating: -1, count: slotCount) }

  /// All values, in the order in which their tiles got the first one.
  @inlinable public var all: [Value] { values.compactMap { $0 } }

  /// Number of tiles that have, or had, a value.
  @inlinable public var count: Int { values.count }

  /// The value of a tile; nil for none. A value that is changed in place is not copied.
  @inlinable public subscript(tile: Int) -> Value? {
    @inline(__always) get {
      let number = numbers[tile]
      return number < 0 ? nil : values[Int(number)]
    }
    @inline(__always) _modify { yield &values[place(of: tile)] }
  }

  /// The place of a tile's value, a new one if it has none. Not a part of `_modify`, whose frame it
  /// would enlarge so much that each access allocates memory.
  @inlinable @inline(never) mutating func place(of tile: Int) -> Int {
    let number = numbers[tile]
    if number >= 0 { return Int(number) }
    numbers[tile] = Int32(values.count)
    values.append(nil)
    return values.count - 1
  }
}
