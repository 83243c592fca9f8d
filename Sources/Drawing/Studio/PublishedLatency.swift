import Files

/// The published latency from pen to ink (`make bench`). The pen doctor compares its own
/// measurement with it. It comes from a small file that is installed with the program.
public struct PublishedLatency: Hashable, Sendable {
  /// The median time from the pen to its ink on the screen, ms, without predicted ink.
  public var ink: Double
  /// The same for a client that only draws a line for each event, in the same run.
  public var nullClient: Double
  /// The machine's processor, such as "AMD EPYC".
  public var machine: String
  /// The number of its cores.
  public var cores: Int

  /// Makes a value from the figures, ms, and the machine's processor and cores.
  public init(ink: Double, nullClient: Double, machine: String, cores: Int) {
    (self.ink, self.nullClient, self.machine, self.cores) = (ink, nullClient, machine, cores)
  }

  /// Parses the format of `text`. Lines that begin with # are comments. Nil if a value is missing
  /// or invalid.
  public init?(text: String) {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let sign = line.firstIndex(of: "=") else { return nil }
      values[Self.trimmed(line[..<sign])] = Self.trimmed(line[line.index(after: sign)...])
    }
    guard let ink = values["ink"].flatMap(Double.init), let nullClient = values["null-client"].flatMap(Double.init),
      let machine = values["machine"], let cores = values["cores"].flatMap({ Int($0) }), cores > 0, ink.isFinite,
      ink >= 0, nullClient.isFinite, nullClient >= 0, !machine.isEmpty
    else { return nil }
    self.init(ink: ink, nullClient: nullClient, machine: machine, cores: cores)
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  /// The content of the file.
  public var text: String {
    """
    # From the pen to ink on the screen, ms (p50), at 100 %, 200 reports a second. Written by `penlab bench --page`; the pen doctor
    # quotes it.
    ink = \(ink)
    null-client = \(nullClient)
    machine = \(machine)
    cores = \(cores)

    """
  }

  /// The file's folder among the program's resources, and its name there.
  public static let (folder, file) = ("figures", "latency")

  /// The figures that came with the running program; nil if there are none.
  public static func published() -> PublishedLatency? {
    guard let folder = ResourceFolder.path(folder),
      let bytes = try? InputFile.bytes(of: folder + "/" + file, limit: 1 << 16)
    else { return nil }
    return PublishedLatency(text: String(decoding: bytes, as: UTF8.self))
  }
}
