import Document
import Ink
import Raster

/// What the journal has of a stroke in progress or of a floating selection.
struct NotedWork {
  /// The stroke by the time of its first sample, and the number of its samples in the journal.
  var stroke: (start: Double, samples: Int)?
  /// The floating selection: its placement, the number of its tiles, whether it was lifted.
  var floating: (placement: Placement, tiles: Int, isLifted: Bool)?
  /// When the next step is written, seconds since the program's start; nil if there is none.
  var deadline: Double?
}
