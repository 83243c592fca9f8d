/// What a part of the program may do with the pointer over the window.
public protocol PointerAccess: AnyObject {
  /// Whether the server supports cursor pictures.
  var showsPictures: Bool { get }
  /// Sets the cursor over the window.
  func setPointerShape(_ wanted: Window.PointerShape)
  /// Hides a cursor picture; any other shape stays.
  func withdrawPointerPicture()
}
