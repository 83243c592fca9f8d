import Ink
import Panels
import Studio
import Toolkit

extension WidgetContext {
  /// Changes the brush that is being edited.
  func changeBrush(isSettled: Bool = true, _ change: (Brush) throws -> Brush) {
    guard let draft = state.editing?.draft else { return }
    do { post(.edit(.change(try change(draft.brush), isSettled: isSettled))) } catch {
      // The control shows the value of the brush again.
      overlay?.showBrushEditorAgain()
      if isSettled { post(.say(Self.sentence("\(error)"))) }
    }
  }

  private static func sentence(_ fault: String) -> String { fault.prefix(1).uppercased() + fault.dropFirst() + "." }
}
