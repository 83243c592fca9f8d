/// Which file is wanted of the user, as the desktop's dialog is to ask for it.
public struct FileQuestion: Sendable, Hashable {
  /// What becomes of the file.
  public enum Kind: Sendable, Hashable {
    /// One that is there is to be opened.
    case open
    /// One is to be written.
    case save
  }

  /// Which files are shown, and what they are: one of the choices that the dialog offers.
  public struct Filter: Sendable, Hashable {
    /// What it is called, for people; not empty.
    public var name: String
    /// The endings of the files' names, in small letters and without a dot; none for all files.
    public var endings: [String]

    /// A filter by its values.
    public init(_ name: String, endings: [String] = []) { (self.name, self.endings) = (name, endings) }
  }

  /// What becomes of the file.
  public var kind: Kind
  /// What the dialog is called.
  public var title: String
  /// What its button says.
  public var button: String
  /// The X window that the dialog belongs to; nil for none.
  public var window: UInt?
  /// What can be chosen among; perhaps nothing.
  public var filters: [Filter] = []
  /// Which of them is chosen at first; nil for the dialog's own choice.
  public var filter: Int?
  /// The folder that is shown first, from the root on; nil for the dialog's own choice.
  public var folder: String?
  /// The name to save by, unless the user types another; nil for none.
  public var name: String?
  /// The file that is there and may be written anew, from the root on; nil for none.
  public var file: String?

  /// A question about any file.
  public init(_ kind: Kind, title: String, button: String) {
    (self.kind, self.title, self.button) = (kind, title, button)
  }
}
