/// A request for a file, with the content of the desktop's dialog.
public struct FileDialogRequest: Sendable, Hashable {
  /// The purpose of the file.
  public enum Kind: Sendable, Hashable {
    /// Open an existing file.
    case open
    /// Write a file.
    case save
  }

  /// A filter for files that the dialog offers.
  public struct Filter: Sendable, Hashable {
    /// The name for the user; not empty.
    public var name: String
    /// The extensions, in lower case and without a dot; empty for all files.
    public var endings: [String]

    /// Makes a filter from its values.
    public init(_ name: String, endings: [String] = []) { (self.name, self.endings) = (name, endings) }
  }

  /// The purpose of the file.
  public var kind: Kind
  /// The dialog's title.
  public var title: String
  /// The label of its accept button.
  public var button: String
  /// The X window to which the dialog belongs; nil for none.
  public var window: UInt?
  /// The offered filters; may be empty.
  public var filters: [Filter] = []
  /// The index of the initial filter; nil for the dialog's default.
  public var filter: Int?
  /// The absolute path of the initial folder; nil for the dialog's default.
  public var folder: String?
  /// The suggested name of a new file; nil for none.
  public var name: String?
  /// The absolute path of an existing file that may be replaced; nil for none.
  public var file: String?

  /// Makes a question without filters and suggestions.
  public init(_ kind: Kind, title: String, button: String) {
    (self.kind, self.title, self.button) = (kind, title, button)
  }
}
