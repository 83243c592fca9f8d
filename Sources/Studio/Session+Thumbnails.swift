import Document

/// Small pictures of the layers. They are made when somebody asks for them, which nobody does during a stroke.
extension Session {
  /// What the small pictures that were made last show.
  struct Thumbnails {
    var made: [Layer.ID: LayerThumbnail] = [:]
    /// The state and the list of layers that they are of.
    var state = -1
    var revision = -1
  }

  /// The size that small pictures fit into, px.
  public static let thumbnailSize = (width: 88, height: 64)

  /// The small picture of every layer, the lowest first. Made anew are that of the active one, where anything was drawn since the
  /// last time, and all where more than that has changed.
  public func thumbnails() -> [LayerThumbnail] {
    let (state, revision) = (document.history.state, document.stackRevision)
    if revision != thumbnailCache.revision {
      thumbnailCache.made.removeAll()
    } else if state != thumbnailCache.state {
      thumbnailCache.made[document.activeID] = nil
    }
    (thumbnailCache.state, thumbnailCache.revision) = (state, revision)
    return document.layers.map { layer in
      if let made = thumbnailCache.made[layer.id] { return made }
      let new = LayerThumbnail(of: layer.image, most: Self.thumbnailSize)
      thumbnailCache.made[layer.id] = new
      return new
    }
  }
}
