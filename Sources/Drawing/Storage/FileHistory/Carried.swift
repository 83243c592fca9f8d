/// A value in the baggage of a drawing (`FileBaggage`).
final class Carried<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
