import Document
import Geometry
import Raster

/// Thumbnails of the layers. They are updated after a pause, so that they cost nothing between
/// strokes.
extension Session {
  /// The thumbnails that were made last.
  struct Thumbnails {
    /// The thumbnail of each layer and mask, and the pixels it was made from. Comparing equal pixels is
    /// quick while they share memory.
    var made: [SurfaceID: (picture: LayerThumbnail, image: TileGrid)] = [:]
    /// The part of the canvas that they show.
    var part: PixelRect?
    /// The revision of the layers' list.
    var revision = -1
    /// The last seen state of the history, and the time of the next update, seconds; nil if up to
    /// date.
    var state = -1
    var due: Double?
  }

  /// The size that thumbnails fit into, px.
  public static let thumbnailSize = (width: 88, height: 64)
  /// The pause after a change before thumbnails are updated, seconds.
  public static let thumbnailDelay = 0.25

  /// The time at which `thumbnails` or `navigator` change without further input, seconds; nil for
  /// never.
  public var thumbnailDeadline: Double? {
    guard let list = rendering.thumbnails.due, let navigator = rendering.navigator?.due else {
      return rendering.thumbnails.due ?? rendering.navigator?.due
    }
    return min(list, navigator)
  }

  /// The thumbnail of every layer, group and mask. A new one has it at once; changes show after
  /// `thumbnailDelay`.
  /// - Parameter now: the time of a monotonic clock, seconds.
  public func thumbnails(now: Double) -> [SurfaceID: LayerThumbnail] {
    let (state, revision) = (document.history.state, document.stackRevision)
    if state != rendering.thumbnails.state {
      (rendering.thumbnails.state, rendering.thumbnails.due) = (state, now + Self.thumbnailDelay)
    }
    if revision != rendering.thumbnails.revision {
      rendering.thumbnails.revision = revision
      let made = rendering.thumbnails.made
      if document.layers.contains(where: { layer in
        made[SurfaceID(layer.id)] == nil || layer.mask != nil && made[SurfaceID(layer.id, .mask)] == nil
      }) {
        rendering.thumbnails.due = now
      }
    }
    if let due = rendering.thumbnails.due, now >= due { makeThumbnails() }
    return rendering.thumbnails.made.mapValues(\.picture)
  }

  private func makeThumbnails() {
    let part = document.isEndless ? document.frame : document.bounds
    let known = part == rendering.thumbnails.part ? rendering.thumbnails.made : [:]
    rendering.thumbnails.part = part
    rendering.thumbnails.made.removeAll()
    for layer in document.layers {
      for (surface, image) in [(SurfaceID(layer.id), layer.image), (SurfaceID(layer.id, .mask), layer.mask)] {
        guard let image else { continue }
        if let old = known[surface], old.image == image {
          rendering.thumbnails.made[surface] = old
        } else {
          rendering.thumbnails.made[surface] = (
            LayerThumbnail(of: image, part: part, most: Self.thumbnailSize), image
          )
        }
      }
    }
    // A group stands above its contents, so their thumbnails are made already.
    for index in document.layers.indices where document.layers[index].isGroup {
      let contents = document.layers.children(of: index).compactMap {
        child -> (Layer, LayerThumbnail, LayerThumbnail?)? in
        let layer = document.layers[child]
        let mask = rendering.thumbnails.made[SurfaceID(layer.id, .mask)]?.picture
        return rendering.thumbnails.made[SurfaceID(layer.id)].map { (layer, $0.picture, mask) }
      }
      let group = document.layers[index]
      rendering.thumbnails.made[SurfaceID(group.id)]?.picture =
        contents.isEmpty
        ? LayerThumbnail(of: group.image, part: part, most: Self.thumbnailSize) : LayerThumbnail(composing: contents)
    }
    rendering.thumbnails.due = nil
  }
}
