import Document
import Files
import Storage
import Toolkit

/// The purpose and the initial content of a file dialog.
public struct FileRequest: Sendable, Hashable {
  /// The use of the chosen file.
  public var purpose: FilePurpose
  /// The folder that is shown first, from the root on.
  public var folder: String
  /// The suggested name.
  public var name: String
  /// The user's home folder for "~"; nil if there is none.
  public var home: String?
  /// Folders shown as starting points.
  public var places: [Place]
  /// Recently opened or saved drawings, the latest first: paths from the root.
  public var recent: [String]

  /// The file that the desktop's dialog suggests, from the root on; nil for `folder` and `name`.
  public var file: String?

  /// Creates a request from its parts.
  public init(
    _ purpose: FilePurpose, folder: String, name: String = "", home: String? = nil, places: [Place] = [],
    recent: [String] = []
  ) {
    (self.purpose, self.folder, self.name, self.home) = (purpose, folder, name, home)
    (self.places, self.recent) = (places, recent)
  }
}
