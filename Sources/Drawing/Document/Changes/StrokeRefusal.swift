import Language

/// Why a stroke cannot be changed so.
enum StrokeRefusal: Error, Hashable {
  /// A selection cut it when it was drawn, so it cannot be moved, scaled or turned.
  case isWithinSelection
  /// It would be beyond `StrokeRecord.reach`.
  case isTooFarAway
  /// Its brush would be beyond `Brush.tipSizes`.
  case hasNoSuchSize
  /// It is a shape, and the samples along its outline are made for one kind of brush.
  case isShape
  /// A brush is missing (`Brush.absence`).
  case lacksBrush(String)
  /// It is one operation with others, which are on another layer then.
  case isJoined
  /// Nothing would be left of it.
  case isTooShort
  /// A new part neither begins nor ends at it.
  case isNotMet
  /// Its edit cannot be read.
  case isUnreadable

  /// The reason for a message, without a capital and a full stop.
  var text: String {
    switch self {
    case .isWithinSelection: translated("it was drawn within a selection, so it stays in its place")
    case .isTooFarAway: translated("it would be too far away")
    case .hasNoSuchSize: translated("its brush would be too small or too large")
    case .isShape: translated("it is a shape, which keeps the kind of its brush: MyPaint's or Fude's")
    case .lacksBrush(let absence): absence
    case .isJoined: translated("it is one step with other strokes, so it changes its layer only with them")
    case .isTooShort: translated("nothing would be left of it")
    case .isNotMet: translated("the new part neither begins nor ends at it")
    case .isUnreadable: translated("its record cannot be read")
    }
  }
}
