/// The gesture in progress, as what it is. The casts are made once, since each event of a pen asks.
struct ActiveGesture {
  let gesture: any Gesture
  /// The gesture, if it draws on the canvas before its end.
  let ink: (any InkGesture)?
  /// The gesture, if its ink follows the pen.
  let pen: (any PenGesture)?

  init(_ gesture: any Gesture) {
    self.gesture = gesture
    ink = gesture as? any InkGesture
    pen = gesture as? any PenGesture
  }
}
