import Files

/// How soon ink followed the pen when it was last measured for all to read (`make bench`): what the pen doctor's own
/// measurement is compared with. Kept in a small file that comes with the program.
public struct PublishedLatency: Hashable, Sendable {
  /// From the pen to its ink on the screen, ms, half of the positions within; without ink ahead of the pen.
  public var ink: Double
  /// The same of a client that only draws a line for each event, in the same run.
  public var nullClient: Double
  /// What it was measured on: "AMD EPYC, 2 cores".
  public var machine: String

  /// With the figures, ms, and the machine in words.
  public init(ink: Double, nullClient: Double, machine: String) {
    (self.ink, self.nullClient, self.machine) = (ink, nullClient, machine)
  }

  /// Reads what `text` writes; lines that begin with # say nothing. Nil where something is missing or no time.
  public init?(text: String) {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let sign = line.firstIndex(of: "=") else { return nil }
      values[Self.trimmed(line[..<sign])] = Self.trimmed(line[line.index(after: sign)...])
    }
    guard let ink = values["ink"].flatMap(Double.init), let nullClient = values["null-client"].flatMap(Double.init),
      let machine = values["machine"], ink.isFinite, ink >= 0, nullClient.isFinite, nullClient >= 0, !machine.isEmpty
    else { return nil }
    self.init(ink: ink, nullClient: nullClient, machine: machine)
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  /// The file's text.
  public var text: String {
    """
    # From the pen to ink on the screen, ms (p50), at 100 %, 200 reports a second. Written by `penlab bench --page`; the pen doctor
    # quotes it.
    ink = \(ink)
    null-client = \(nullClient)
    machine = \(machine)

    """
  }

  /// The folder of a program's files that it lies in, and its name there.
  public static let (folder, file) = ("figures", "latency")

  /// That which came with the running program; nil where none did.
  public static func published() -> PublishedLatency? {
    guard let folder = ResourceFolder.path(folder),
      let bytes = try? InputFile.bytes(of: folder + "/" + file, limit: 1 << 16)
    else { return nil }
    return PublishedLatency(text: String(decoding: bytes, as: UTF8.self))
  }
}
