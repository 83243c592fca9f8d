/// A large value in memory of its own, so that arrays of its owner stay small.
indirect enum Boxed<Value: Sendable>: Sendable {
  case value(Value)

  /// The value.
  var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}
