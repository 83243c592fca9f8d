import Raster

/// Fills that flow out because of a change: it made a gap in their outline.
public struct FillLeaks: Sendable {
  /// What the edits do after the change.
  let fills: [EditContent]
  /// The widest gap, px, that closes the fills' outlines if the change's gap is as wide at most.
  public let gap: Int

  /// The number of fills.
  public var count: Int { fills.count }

  /// A fill that covers so many times the tiles that it covered, and more, flows out.
  private static let factor = 2
  private static let fewTiles = 4
  /// The gap that is closed at least, px.
  private static let leastGap = 12

  /// The indices of fills that flow out.
  /// - Parameters:
  ///   - new: the new versions of edits by their indices.
  ///   - done: the edits before.
  static func indices(_ new: [Int: Edit], _ done: [Edit]) -> [Int] {
    new.keys.sorted().filter { index in
      guard done.indices.contains(index), let edit = new[index], case .fill(let fill) = edit.head else { return false }
      // With another selection it may have another area.
      if case .fill(let old) = done[index].head, old.selection != fill.selection { return false }
      return edit.tileIndices.count > factor * done[index].tileIndices.count + fewTiles
    }
  }

  /// The fills with these indices of a drawing, whose outlines can be closed; nil for none.
  public init?(_ indices: [Int], in document: borrowing Document) {
    let done = document.history.done
    var (fills, gap) = ([EditContent](), Self.leastGap)
    for index in indices where done.indices.contains(index) {
      guard case .fill(let fill) = done[index].head, fill.filling.gap < FillSettings.gaps.upperBound else { continue }
      fills.append(done[index].content)
      gap = max(gap, 2 * fill.filling.gap)
    }
    if fills.isEmpty { return nil }
    (self.fills, self.gap) = (fills, min(gap, FillSettings.gaps.upperBound))
  }

  /// The operations by which the fills close gaps, by the indices of their edits; nil if the drawing does not have all of
  /// them.
  func operations(in document: borrowing Document) -> [Int: Operation]? {
    var operations: [Int: Operation] = [:]
    for (index, edit) in document.history.done.enumerated() where fills.contains(where: { $0 === edit.content }) {
      guard case .fill(var fill)? = edit.operation else { return nil }
      fill.filling.gap = gap
      operations[index] = .fill(fill)
    }
    return operations.count == fills.count ? operations : nil
  }
}
