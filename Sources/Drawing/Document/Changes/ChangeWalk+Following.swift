import Paint
import Raster

/// Edits that are not changed themselves.
extension ChangeWalk {
  /// Adds an unchanged edit to the changed drawing: applies its tiles, or performs it again where tiles differ.
  /// - Parameters:
  ///   - edit: the edit, done.
  ///   - undone: the same, undone.
  ///   - before: the old drawing before it.
  mutating func follow(
    _ edit: Edit, _ undone: Edit, _ before: Document, _ context: OperationContext, _ isWanted: (Double) -> Bool
  ) throws(ChangeFault) {
    if case .select(let mask, let recipe) = edit.head { return try select(mask, recipe, edit, undone, context) }
    let reselection = selections == .none ? nil : Reselection(from: before, to: changed)
    let isReselected = reselection?.applied(to: edit.head) != nil
    let needsLast = edit.head.replacesLast && new[index - 1] != nil
    let mustPerform = needsLast || isReselected || selections != .none && edit.setsSelection
    guard mustPerform || edit.meets(different) else {
      var undone = undone
      guard undone.swap(into: &changed) != nil else { throw .isUnreadable }
      return
    }
    // Paint and fills without a recorded result keep their pixels: another version of a library might paint others.
    let isKnownByPixels = edit.head.keepsResult && results != nil && results?[index] == nil
    let depends =
      isKnownByPixels
      ? edit.surface.map { different.meets(edit.tileIndices, of: $0) } ?? false : edit.dependsOnPixels(of: different)
    guard mustPerform || depends else {
      // At most its corrections are of tiles that differ.
      var undone = undone
      undone.dropCorrections(of: different)
      guard undone.swap(into: &changed) != nil else { throw .isUnreadable }
      if !edit.corrections.isEmpty { new[index] = undone }
      return
    }
    guard var operation = edit.operation else { throw .isUnreadable }
    if let reselected = reselection?.applied(to: operation) { operation = reselected }
    if different.isEmpty, edit.hasImages || operation.isScaling {
      // Only the selection becomes another one.
      return try perform(operation, context, OperationResult(images: old.images))
    }
    // It showed pixels from outside the canvas, which only the present drawing has, so it cannot be performed again.
    if edit.hasImages { throw .doesNotFit }
    if edit.changesLayers {
      // Numbers of layers are never used again, so that the new layer gets the same.
      changed.nextLayer = before.nextLayer
      let made = Set(old.layers.map(\.id.number)).subtracting(before.layers.map(\.id.number))
      if let first = made.min() { changed.nextLayer = first }
      changed.drawOn(before.activeSurface)
      if operation.isScaling, let images = try images(after: operation, before, context, isWanted) {
        try perform(operation, context, OperationResult(images: images))
        let kept = ChangedResult(scaled: images, on: old)
        self.made[index] = kept
        store?.add(kept)
        return
      }
      return try perform(operation, context)
    }
    // With another selection, it has a recorded result unless it did nothing.
    if isKnownByPixels, isReselected { return try perform(.omitted(edit.head), context) }
    if isKnownByPixels || operation.isPixels {
      var result = OperationResult(reads: edit.reads)
      if let surface = operation.paintedSurface, let image = changed.image(of: surface) {
        let pixels = PaintedPixels(
          edit.tileIndices.map { ($0, before.tile($0, of: surface), old.tile($0, of: surface)) })
        result.tiles = pixels.tiles(on: image) ?? []
      }
      if edit.changesSelection { result.selection = .some(old.selection) }
      return try perform(operation, context, result)
    }
    if operation.redrawsParts, !needsLast, let surface = edit.surface {
      var tiles = different.tiles[surface]
      if isReselected {
        if case .tiles(let others) = selections { tiles = (tiles ?? []).union(others) } else { tiles = nil }
        if let part = reach.part?.tiles[surface] { tiles = tiles?.intersection(part) ?? part }
      }
      if let tiles { return try redraw(operation, edit, tiles, of: surface, context) }
    }
    if depends, case .place(var placing) = operation {
      placing.strokes = []
      operation = .place(placing)
    }
    try perform(operation, context, mayBeLeftOut: isReselected)
  }

  /// Selects again: by the recipe if what that depends on differs, else the same pixels.
  private mutating func select(
    _ mask: Mask?, _ recipe: SelectionRecipe?, _ edit: Edit, _ undone: Edit, _ context: OperationContext
  ) throws(ChangeFault) {
    var made = mask
    if let recorded = results?[index]?.selected {
      made = recorded
    } else if let recipe, results == nil,
      selections != .none && recipe.dependsOnSelection || edit.sampled.meets(different)
    {
      var drawing = changed
      if let surface = edit.surface { drawing.drawOn(surface) }
      made = recipe.mask(in: drawing) ?? mask
    }
    guard selections != .none || made != mask else {
      var undone = undone
      guard undone.swap(into: &changed) != nil else { throw .isUnreadable }
      return
    }
    try perform(.select(made, recipe: made == nil ? nil : recipe), context)
    if made != mask {
      let kept = ChangedResult(selected: made)
      self.made[index] = kept
      store?.add(kept)
    }
  }

  /// The image after it was scaled again; nil if it was filtered by an earlier version, whose record does not have it.
  /// - Parameter before: the old drawing before the scaling.
  private func images(
    after operation: Operation, _ before: Document, _ context: OperationContext, _ isWanted: (Double) -> Bool
  ) throws(ChangeFault) -> [SurfaceID: TileGrid]? {
    if let results {
      guard let scaled = results[index]?.scaled else { return nil }
      guard let images = ChangedScaling.images(scaled, on: old) else { throw .doesNotFit }
      return images
    }
    // The first changed edit may be a replacement, which also needs the edit before it.
    let shared = max(0, (operations.keys.min() ?? 0) - 1)
    let scaling = ChangedScaling(
      old: before.with(edits[..<index]), changed: changed.with((0..<index).map { new[$0] ?? edits[$0] }),
      shared: shared, size: (old.width, old.height), scaled: old.images)
    return try scaling.images(filler: context.filler, isWanted: isWanted)
  }
}
