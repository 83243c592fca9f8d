import Document
import Raster

/// Small pictures of the layers. They follow when the hand rests: they and the list that shows them cost nothing between the
/// strokes of a word.
extension Session {
  /// The small pictures that were made last.
  struct Thumbnails {
    /// Of each layer its picture, and the pixels that it is of: compared with those of the layer, which costs next to nothing
    /// where they are still the same memory.
    var made: [Layer.ID: (picture: LayerThumbnail, image: TileGrid)] = [:]
    /// The list of layers that they are of.
    var revision = -1
    /// The state that was last met with, and when they are to follow it, seconds; nil where they do.
    var state = -1
    var due: Double?
  }

  /// The size that small pictures fit into, px.
  public static let thumbnailSize = (width: 88, height: 64)
  /// How long the hand rests before small pictures follow what it drew, seconds.
  public static let thumbnailPatience = 0.25

  /// When `thumbnails` has others to give without anything more happening, seconds; nil for never.
  public var thumbnailDeadline: Double? { thumbnailCache.due }

  /// The small picture of every layer, the lowest first. A layer that comes has one at once; what was drawn or taken back is seen in
  /// them a little later, when no more has been for a while.
  /// - Parameter now: the time, seconds, of a clock that does not go back.
  public func thumbnails(now: Double) -> [LayerThumbnail] {
    let (state, revision) = (document.history.state, document.stackRevision)
    if state != thumbnailCache.state {
      (thumbnailCache.state, thumbnailCache.due) = (state, now + Self.thumbnailPatience)
    }
    if revision != thumbnailCache.revision {
      thumbnailCache.revision = revision
      if document.layers.contains(where: { thumbnailCache.made[$0.id] == nil }) { thumbnailCache.due = now }
    }
    if let due = thumbnailCache.due, now >= due { makeThumbnails() }
    return document.layers.compactMap { thumbnailCache.made[$0.id]?.picture }
  }

  private func makeThumbnails() {
    let known = thumbnailCache.made
    thumbnailCache.made.removeAll()
    for layer in document.layers {
      if let old = known[layer.id], old.image == layer.image {
        thumbnailCache.made[layer.id] = old
      } else {
        let new = LayerThumbnail(of: layer.image, most: Self.thumbnailSize)
        thumbnailCache.made[layer.id] = (new, layer.image)
      }
    }
    thumbnailCache.due = nil
  }
}
