import Studio
import Testing

@testable import Fude

@Suite("The actions of the program") struct ProgramActionsTests {
  /// Fails if an action that the session leaves to the program does nothing there, or the program has a
  /// function for one that the session performs.
  @Test func eachHasAFunction() {
    #expect(Set(App.actions.keys) == Set(Action.all.filter(\.isProgram)))
  }
}
