import Geometry
import Raster

/// What a change of earlier edits did: the tiles that it changed in the end, and the other versions
/// of the edits that do something else with it.
///
/// While the change is done, the history has the new versions and this the old ones; while it is
/// undone, the other way round. Of an edit that the history has forgotten, this has the new one.
package struct ChangeEffect: Sendable {
  /// A version of an edit.
  struct Version: Sendable {
    /// How many edits before the change it is; 1 is the last one before it.
    let distance: Int
    var edit: Edit
  }

  /// The changed tiles, at most once each.
  package let tiles: [SurfaceDeltas]
  /// Those that the history does not have, nearest first.
  private(set) var versions: [Version]
  /// What its record has.
  package let facts: ChangeFacts

  init(_ tiles: [SurfaceDeltas], _ versions: [Version], _ facts: ChangeFacts) {
    (self.tiles, self.versions, self.facts) = (tiles, versions.sorted { $0.distance < $1.distance }, facts)
  }

  /// All that may be packed.
  var contents: [EditContent] { tiles.map(\.content) + versions.flatMap(\.edit.contents) }

  /// Whether it has a version of the edit that is so many before it.
  func reaches(back distance: Int) -> Bool { versions.contains { $0.distance == distance } }

  /// Makes the canvas's maps of the versions begin at another canvas (`Edit.rebase`).
  mutating func rebase(by map: Affine) { for at in versions.indices { versions[at].edit.rebase(by: map) } }

  /// Exchanges the versions with those of a history.
  /// - Parameters:
  ///   - position: the index of the change among the edits that can be undone.
  ///   - only: the index of the one edit that is exchanged; nil for all.
  mutating func exchange(in history: inout History, at position: Int, only: Int? = nil) {
    for at in versions.indices {
      let index = position - versions[at].distance
      if only ?? index == index { history.exchange(&versions[at].edit, at: index) }
    }
  }
}
