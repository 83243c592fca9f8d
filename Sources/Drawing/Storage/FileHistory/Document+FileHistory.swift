import Document
import Geometry
import Journal
import Language
import Paint
import Raster

/// Edits of a file's history, replayed so that they can be added to a drawing's history.
public struct ReplayedHistory: Sendable {
  var done: [Edit] = []
  var undone: [Edit] = []
  /// What comes before them and is still packed; nil for nothing.
  var rest: FileHistory?
  /// How many edits the file's history had.
  var count = 0
}

/// The history that is saved in a drawing's file. The program calls `replayedHistory` on a worker,
/// with a copy of the drawing, and then `graft`; `replayHistory` does both at once.
extension Document {
  /// The history in the drawing's file, before `history` begins; nil for none. See `replayHistory`.
  public internal(set) var fileHistory: FileHistory? {
    get { (baggage.past as? Carried<FileHistory>)?.value }
    set { baggage.past = newValue.map { Carried($0) } }
  }

  /// The default memory limit for unpacked edits, bytes. At least one edit is always kept.
  public static let standardUnpackingMemory = 64 << 20
  /// The memory limit for unpacking all edits, bytes.
  static let largestUnpackingMemory = 4 << 30

  /// The number of edits that can be undone, including packed ones.
  public var undoCount: Int { history.undoCount + (fileHistory?.undoCount ?? 0) }

  /// The number of edits that can be redone, including packed ones.
  public var redoCount: Int { history.redoCount + (history.recordedCount == 0 ? fileHistory?.redoCount ?? 0 : 0) }

  /// The number of steps that can be undone, including packed ones; joined edits are one step.
  public var undoStepCount: Int {
    let packed = fileHistory?.undoStepCount ?? 0
    return history.undoStepCount + packed - (packed > 0 && history.done.first?.isJoined ?? false ? 1 : 0)
  }

  /// The number of steps that can be redone, including packed ones.
  public var redoStepCount: Int {
    history.redoStepCount + (history.recordedCount == 0 ? fileHistory?.redoStepCount ?? 0 : 0)
  }

  /// Whether the last step began with an edit that is still packed.
  public var isLastStepCut: Bool {
    !history.done.isEmpty && history.done.reversed().allSatisfy(\.isJoined) && fileHistory?.undoCount ?? 0 > 0
  }

  /// Replays as many of the newest packed edits as fit into `memory` bytes.
  /// - Parameter isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Returns: nil if it was cancelled or there is no history of a file.
  /// - Throws: a description of the damage, with the history as "it".
  public func replayedHistory(
    filler: CoverageFiller, memory: Int = Document.standardUnpackingMemory, isWanted: (Double) -> Bool = { _ in true }
  ) throws(PayloadError) -> ReplayedHistory? {
    try replayedHistory(filler: filler, memory: memory, in: nil, isWanted: isWanted)
  }

  /// Replays packed edits. `store` keeps them while they are replayed; `memory` then counts the
  /// size that they had before they were moved to its file.
  private func replayedHistory(
    filler: CoverageFiller, memory: Int, in store: EditStore?, isWanted: (Double) -> Bool
  ) throws(PayloadError) -> ReplayedHistory? {
    guard let fileHistory else { return nil }
    var player = try FileHistoryPlayer(
      fileHistory, forgettingBeyond: store == nil ? memory : nil, filler: filler)
    let total = Double(max(1, fileHistory.steps.count))
    for index in 0..<fileHistory.doneCount {
      guard isWanted(Double(index) / total) else { return nil }
      try player.play(index, in: store)
      player.forget(beyond: memory, after: index)
    }
    let (beginning, forgotten) = (self.beginning, player.forgotten)
    try player.drawing.correct(to: beginning, isWhole: forgotten == 0)
    var unpacked = ReplayedHistory(count: fileHistory.steps.count)
    // The replayed edits begin with the canvas of the oldest one.
    let mapBack = (player.drawing.canvasMap.inverse ?? .identity) * beginning.canvasMap
    // Redo is only possible if nothing was done since.
    var again = 0
    while history.recordedCount == 0, fileHistory.doneCount + again < fileHistory.steps.count, player.held <= memory {
      guard isWanted(Double(fileHistory.doneCount + again) / total) else { return nil }
      try player.play(fileHistory.doneCount + again, in: store)
      again += 1
    }
    for _ in 0..<again { _ = player.drawing.undo() }
    (unpacked.done, unpacked.undone) = (player.drawing.history.done, player.drawing.history.undone)
    for index in unpacked.done.indices { unpacked.done[index].rebase(by: mapBack) }
    for index in unpacked.undone.indices { unpacked.undone[index].rebase(by: mapBack) }
    if forgotten > 0 {
      unpacked.rest = FileHistory(
        base: fileHistory.base, steps: Array(fileHistory.steps[..<forgotten]), doneCount: forgotten,
        ending: fileHistory.ending)
    }
    return unpacked
  }

  /// Inserts replayed edits before the history; redo steps only if nothing was done since. Ignores
  /// edits of another file's history.
  public mutating func graft(_ unpacked: ReplayedHistory) {
    guard let fileHistory, fileHistory.steps.count == unpacked.count else { return }
    history.prepend(done: unpacked.done, undone: unpacked.undone)
    self.fileHistory = unpacked.rest
  }

  /// Discards the file's history.
  public mutating func dropFileHistory() { fileHistory = nil }

  /// Replays all packed edits and adds them to the history, unless `isWanted` returns false.
  /// - Throws: a description of the damage, with the history as "it"; the file's history is
  ///   discarded.
  public mutating func replayHistory(
    filler: CoverageFiller, isWanted: (Double) -> Bool = { _ in true }
  ) throws(PayloadError) {
    do throws(PayloadError) {
      guard
        let unpacked = try replayedHistory(
          filler: filler, memory: Self.largestUnpackingMemory, in: history.store, isWanted: isWanted)
      else { return }
      guard unpacked.rest == nil else {
        throw PayloadError(translated("it needs more memory than is allowed"))
      }
      graft(unpacked)
    } catch {
      dropFileHistory()
      throw error
    }
  }

  /// Takes the history in the drawing's file.
  mutating func take(_ fileHistory: FileHistory) {
    layers.identify(as: fileHistory.ending.layers.map { Layer.ID($0) })
    nextLayer = fileHistory.ending.next
    selection = fileHistory.ending.selection
    if !fileHistory.steps.isEmpty { self.fileHistory = fileHistory }
  }

  /// Corrects the last edit by the differences between the replayed and the saved pixels, because
  /// another version of Cairo may fill slightly different pixels.
  /// - Parameter isWhole: whether all edits are kept. If not, a missing edit may get the
  ///   corrections later.
  /// - Throws: if the pictures differ too much.
  private mutating func correct(to stored: Document, isWhole: Bool) throws(PayloadError) {
    guard agrees(with: stored) else { throw PayloadError(translated("it does not lead to the saved picture")) }
    let corrections = self.corrections(to: stored)
    if corrections.isEmpty { return }
    guard history.correctLast(by: corrections) || !isWhole else {
      throw PayloadError(translated("it does not lead to the saved picture"))
    }
    let images = stored.images
    layers.replaceAll { surface, image in images[surface] ?? image }
  }

  /// The drawing before all edits that can be undone.
  var beginning: Document {
    var drawing = self
    drawing.takesNotes = false
    drawing.leaveStore()
    _ = drawing.cancelFloating()
    while drawing.history.undoCount > 0 { _ = drawing.undo() }
    return drawing
  }

  /// The layers at another size, as `scaled`. Where strokes are drawn again, those of the history in the file are, too.
  /// - Throws: if it is cancelled, or would need too much memory.
  public func scaledWithFileHistory(
    width: Int, height: Int, filler: CoverageFiller, memory: Int? = nil, progress: ExportProgress = .none
  ) throws(ExportError) -> ScaledLayers {
    guard fileHistory != nil, let factor = enlargement(to: width, height) else {
      return try scaled(width: width, height: height, filler: filler, memory: memory, progress: progress)
    }
    try checkMemory(factor, memory)
    var document = self
    var error: ExportError?
    do throws(PayloadError) {
      try document.replayHistory(filler: filler) { share in
        do throws(ExportError) { try progress.report(share * 0.3) } catch let stop { error = stop }
        return error == nil
      }
    } catch {
      // What the damaged part drew is enlarged as pixels.
    }
    if let error { throw error }
    // The replayed edits have taken memory since, which the check does not mean.
    return try document.scaled(
      width: width, height: height, filler: filler, memory: .max, progress: progress.part(0.3, 1))
  }
}
