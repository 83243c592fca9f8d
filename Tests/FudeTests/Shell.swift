import Foundation

enum Shell {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs a program until it ends; nil if it is not installed.
  static func run(
    _ command: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Result? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    guard
      let program = folders.map({ "\($0)/\(command[0])" }).first(where: FileManager.default.isExecutableFile(atPath:))
    else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Output goes to files. With two pipes read in turn, a program that fills the second one would
    // block.
    let place = FileManager.default.temporaryDirectory.appending(path: "fude-shell-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let (output, errors) = (place.appending(path: "output"), place.appending(path: "errors"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }
}
