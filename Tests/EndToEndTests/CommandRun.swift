import Foundation
import Rig
import Testing

/// A suite of tests that run commands.
protocol CommandRun {}

extension CommandRun {
  /// Runs the program without a display until it ends.
  func run(_ arguments: String..., display: String? = nil, in folder: TemporaryFolder? = nil) throws -> (
    status: Rig.ExitStatus, output: String, errors: String
  ) {
    let program = try Program(try TestSession.fude(), arguments, display: display, folder: folder)
    let status = try program.waitForExit(seconds: 20)
    return (status, program.output, program.errors)
  }

  func expectOneSentence(
    _ result: (status: Rig.ExitStatus, output: String, errors: String), status: Int, _ parts: String...,
    at place: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == .exited(status), sourceLocation: place)
    #expect(result.output == "", sourceLocation: place)
    #expect(result.errors.hasPrefix("fude: "), "\(result.errors)", sourceLocation: place)
    #expect(result.errors.hasSuffix("\n") && result.errors.count { $0 == "\n" } == 1, sourceLocation: place)
    for part in parts {
      #expect(result.errors.contains(part), "\(result.errors)", sourceLocation: place)
    }
  }

  func write(_ bytes: [UInt8], _ name: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// One line.
  static var recording: String {
    """
    fude recording 1 canvas 200x100 px
    0 20 50 0.5 1.5 0 pen 1
    0.1 180 50 0.5 1.5 0 pen 1
    lift
    end

    """
  }
}
