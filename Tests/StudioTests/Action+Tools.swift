@testable import Studio

/// The actions that choose tools.
extension Action {
  static let eraser = choosing(.eraser)
  static let eyedropper = choosing(.eyedropper)
  static let fill = choosing(.fill)
  static let line = choosing(.line)
  static let rectangle = choosing(.rectangle)
  static let ellipse = choosing(.ellipse)
  static let selectRectangle = choosing(.selectRectangle)
  static let selectLasso = choosing(.selectLasso)
  static let crop = choosing(.crop)
  static let hand = choosing(.hand)

  private static func choosing(_ tool: CanvasTool) -> Action {
    guard let action = tool.action else { preconditionFailure("\(tool) has no action") }
    return action
  }
}
