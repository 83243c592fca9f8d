import Language

extension LayerOperation {
  /// Whether it can be one of `several`: it makes no layer and changes no pixels.
  public var isPartOfSeveral: Bool {
    switch self {
    case .delete, .move: true
    case .set(_, let property): property.isOfSeveral
    default: false
    }
  }

  /// The layers that it names, without what they contain.
  var affected: [Layer.ID] {
    if case .several(let operations) = self { operations.compactMap(\.layer) } else { [layer].compactMap(\.self) }
  }
}

extension Document {
  /// The message that explains why one of several operations is impossible after those before it; nil if
  /// none is.
  func refusal(ofSeveral operations: [LayerOperation]) -> String? {
    guard !operations.isEmpty, operations.count <= Self.mostLayers, operations.allSatisfy(\.isPartOfSeveral) else {
      return translated("This layer no longer exists")
    }
    var next = self
    for operation in operations {
      if let refusal = next.refusal(of: operation) {
        guard let layer = operation.layer.flatMap({ self.layer($0) }) else { return refusal }
        let name = Self.quoted(layer)
        return refusal.contains(name) ? refusal : translated("{layer}: {reason}", ["layer": name, "reason": refusal])
      }
      _ = next.apply(part: operation)
    }
    return nil
  }
}
