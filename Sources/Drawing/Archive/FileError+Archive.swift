import Files

extension FileError {
  /// The error of an archive in a file.
  public init(_ action: Action, _ path: String, _ error: ArchiveError) {
    switch error {
    case .system(let code): self.init(action, path, errno: code)
    case .fault(let fault): self.init(action, path, fault: fault)
    }
  }
}
