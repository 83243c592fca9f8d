/// Values of some tiles of a grid, such as those that a stroke has reached. It costs memory by the
/// tiles that have a value, with 4 bytes for each tile near one.
public struct TileTable<Value: Sendable>: Sendable {
  /// For each tile the number of its value, or -1.
  @usableFromInline var numbers: ChunkedArray<Int32>
  /// The values, in the order in which their tiles got the first one.
  @usableFromInline var values: [Value] = []

  /// Creates a table without values for a grid with `slotCount` tiles.
  public init(slotCount: Int) { numbers = ChunkedArray(repeating: -1, count: slotCount) }

  /// All values, in the order in which their tiles got the first one.
  public var all: [Value] { values }

  /// The value of a tile; nil for none.
  @inlinable public subscript(tile: Int) -> Value? {
    @inline(__always) get {
      let number = numbers[tile]
      return number < 0 ? nil : values[Int(number)]
    }
  }

  /// Changes the value of a tile in place. A tile without one first gets `new`. O(1).
  ///
  /// It is no `_modify` accessor, because such a coroutine allocates memory for each access, and
  /// strokes change values for each sample.
  @inlinable @inline(__always) public mutating func update<R>(
    _ tile: Int, adding new: @autoclosure () -> Value, _ body: (inout Value) -> R
  ) -> R {
    var number = Int(numbers[tile])
    if number < 0 {
      number = values.count
      numbers[tile] = Int32(number)
      values.append(new())
    }
    return body(&values[number])
  }
}
