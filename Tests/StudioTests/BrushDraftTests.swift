import Ink
import RandomSource
import Studio
import Testing

@Suite struct BrushDraftTests {
  private func pen(_ size: Double) -> Brush { Brush(size: size) }

  /// Fails if the steps of a drag are not one step, or undo and redo do not lead back.
  @Test func dragsAreOneStep() {
    var draft = BrushDraft(pen(10))
    for size in [11.0, 12, 13] { draft.change(to: pen(size), isSettled: false) }
    #expect(draft.canUndo && draft.brush.size == 13)
    draft.change(to: pen(13))
    draft.undo()
    #expect(draft.brush.size == 10 && !draft.canUndo && draft.canRedo && !draft.isChanged)
    draft.redo()
    #expect(draft.brush.size == 13 && !draft.canRedo && draft.isChanged)
  }

  /// Fails if a change that was not settled is lost by undo, or one without effect is a step.
  @Test func unsettledChangesAreUndone() {
    var draft = BrushDraft(pen(10))
    draft.change(to: pen(11), isSettled: false)
    draft.undo()
    #expect(draft.brush.size == 10 && draft.canRedo)
    draft = BrushDraft(pen(10))
    draft.change(to: pen(11), isSettled: false)
    draft.change(to: pen(10))
    #expect(!draft.canUndo)
  }

  /// Fails if resetting cannot be undone, or the saved brush is not what is tried meanwhile.
  @Test func resettingIsAStep() {
    var draft = BrushDraft(pen(10))
    draft.change(to: pen(20))
    draft.showsSaved = true
    #expect(draft.tried.size == 10 && draft.brush.size == 20)
    draft.reset()
    #expect(!draft.isChanged && draft.canUndo && !draft.showsSaved)
    draft.undo()
    #expect(draft.brush.size == 20)
    draft.note(saved: pen(20))
    #expect(!draft.isChanged && draft.canUndo)
  }

  /// Fails if a brush whose file is gone cannot be saved without a change, or still after it was.
  @Test func aBrushWithoutAFileCanBeSaved() {
    #expect(!BrushDraft(pen(10)).canSave)
    var draft = BrushDraft(pen(10), hasFile: false)
    #expect(draft.canSave && !draft.isChanged && !draft.canUndo)
    draft.note(saved: pen(10))
    #expect(!draft.canSave)
    draft.change(to: pen(20))
    #expect(draft.canSave)
  }

  /// Fails if a brush that was saved under another name gets the old one by undo or redo, or
  /// changes during the saving are lost.
  @Test func stepsGetTheNewName() {
    var draft = BrushDraft(pen(10))
    draft.change(to: pen(20))
    draft.change(to: pen(30))
    draft.undo()
    var saved = pen(20)
    saved.name = "other"
    draft.change(to: pen(25))
    draft.note(saved: saved)
    #expect(draft.brush.size == 25 && draft.brush.name == "other" && draft.isChanged)
    draft.undo()
    #expect(draft.brush == saved && !draft.isChanged)
    draft.undo()
    #expect(draft.brush.size == 10 && draft.brush.name == "other" && draft.saved == saved)
    draft.redo()
    #expect(draft.brush == saved)
  }

  /// Fails if the steps of a held key push out the step before them.
  @Test func repeatedChangesAreOneStep() {
    var draft = BrushDraft(pen(10))
    draft.change(to: pen(20))
    for size in 0..<500 { draft.change(to: pen(21 + Double(size)), isContinued: size > 0) }
    draft.undo()
    #expect(draft.brush.size == 20)
    draft.undo()
    #expect(draft.brush.size == 10)
  }

  /// Fails if random changes, undone and redone, do not give the same brushes, or the steps grow
  /// without limit.
  @Test func stepsLeadBack() {
    for seed in 0..<20 {
      var source = RandomSource(seed)
      var draft = BrushDraft(pen(1))
      var sizes = [1.0]
      for _ in 0..<(BrushDraft.mostSteps + 30) {
        let size = Double.random(in: 1...100, using: &source)
        draft.change(to: pen(size), isSettled: false)
        draft.change(to: pen(size))
        sizes.append(size)
      }
      for size in sizes.dropLast().suffix(BrushDraft.mostSteps).reversed() {
        draft.undo()
        #expect(draft.brush.size == size)
      }
      #expect(!draft.canUndo)
      for size in sizes.suffix(BrushDraft.mostSteps) {
        draft.redo()
        #expect(draft.brush.size == size)
      }
      #expect(!draft.canRedo)
    }
  }
}
