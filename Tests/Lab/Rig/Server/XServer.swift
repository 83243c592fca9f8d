import CKernelInput
import Glibc

/// An Xorg server with the dummy video driver and virtual input devices, in a temporary folder. The
/// server picks its display number.
///
/// `init` returns when the server answers. It runs until `stop` or deallocation, which reap the
/// process and remove the folder. If the test process dies, a shell at the other end of a socket
/// pair ends the server and removes the folder.
public final class XServer {
  /// The display number.
  public let number: Int
  /// The value of DISPLAY for its programs.
  public var display: String { ":\(number)" }
  /// The server's configuration.
  public let configuration: Configuration
  /// Contains the configuration, logs and sockets.
  public let folder: TemporaryFolder
  /// The server's process ID.
  public let processID: Int
  private let guardian: ChildProcess
  private let lifeline: FileDescriptor
  private var isStopped = false

  /// Starts a server and waits until it answers. The error names what is missing.
  public init(_ configuration: Configuration = Configuration()) throws(RigError) {
    guard 320...16384 ~= configuration.width, 200...16384 ~= configuration.height else {
      throw RigError("A screen of \(configuration.width)x\(configuration.height) is not within 320x200...16384x16384.")
    }
    guard let program = configuration.programs.lazy.compactMap({ Program.find($0) }).first else {
      let places = configuration.programs.joined(separator: ", ")
      throw RigError("Xorg is not installed, it is none of: \(places) (Debian package xserver-xorg-core).")
    }
    self.configuration = configuration
    folder = try TemporaryFolder()
    let path = folder.path
    try writeFile(path + "/xorg.conf", Array(configuration.text(folder: path).utf8))

    let (ours, theirs) = try FileDescriptor.pair()
    let (answer, answering) = try FileDescriptor.pair()
    lifeline = ours
    let output = try FileDescriptor.open(path + "/output", flags: O_WRONLY | O_CREAT | O_APPEND)
    var environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": path, "RIG_FOLDER": path]
    if configuration.tabletDriver != nil {
      environment["LD_PRELOAD"] = try Self.kernelLibrary()
      environment[KERNEL_INPUT_FOLDER] = try folder.makeFolder(Self.kernelFolder)
    }
    environment.merge(configuration.environment) { $1 }
    guardian = try ChildProcess(
      path: "/bin/sh",
      arguments: ["-c", Self.guardScript, "rig-server", program, "-displayfd", "3"]
        + ["-config", path + "/xorg.conf", "-configdir", try folder.makeFolder("conf.d"), "-logfile", path + "/log"]
        + ["-noreset", "-novtswitch", "-sharevts", "-nolisten", "tcp", "-dpi", "96", "-s", "0"],
      environment: environment, descriptors: [theirs, output, output, answering])
    theirs.close()
    answering.close()

    // The server writes its number once it is ready (Xserver(1), -displayfd). It closes the pair if
    // it fails.
    let line = Self.readLine(from: answer, before: .after(seconds: configuration.timeout))
    let process = textOfFile(path + "/pid").flatMap { Int($0.filter(\.isNumber)) }
    // The server also starts if an input driver is missing, but without that device.
    let missing = Self.missingDriver(in: textOfFile(path + "/log") ?? "", program: program)
    guard missing == nil, let number = line.flatMap(Int.init), let process else {
      let reason = missing ?? Self.reason(of: path, program: program, timeout: configuration.timeout)
      Self.end(guardian, lifeline)
      throw reason
    }
    self.number = number
    processID = process
  }

  deinit { stop() }

  /// Ends the server and waits until it has ended. A second call does nothing.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    Self.end(guardian, lifeline)
    folder.remove()
  }

  /// The server's log so far.
  public var log: String { textOfFile(folder.path + "/log") ?? "" }

  /// The path of an inputtest device's socket. Fails if the configuration has no such device.
  func socketPath(of device: DeviceSection) throws(RigError) -> String {
    guard configuration.devices.contains(device), let name = device.socketName else {
      throw RigError("The server has no inputtest device \"\(device.name)\".")
    }
    return folder.path + "/" + name
  }

  static let kernelFolder = "input"

  private static func kernelLibrary() throws(RigError) -> String {
    if let path = Program.built("libKernelInput.so") { return path }
    throw RigError("libKernelInput.so is missing beside this program. Build the whole package.")
  }

  /// Runs the server and waits for a line or for the end of its input, which comes when the rig's
  /// process has died. In that case it ends the server by force itself.
  static let guardScript = """
    "$@" </dev/null & server=$!
    echo "$server" >"$RIG_FOLDER/pid"
    exec 3>&-
    insist=
    read -r order || { (sleep 5; kill -KILL "$server") & insist=$!; }
    kill "$server"
    wait "$server"
    [ -z "$insist" ] || kill "$insist"
    rm -rf -- "${RIG_FOLDER:?}"
    """

  static func end(_ guardian: ChildProcess, _ lifeline: FileDescriptor) {
    _ = Array("stop\n".utf8).withUnsafeBytes { lifeline.send($0) }
    if guardian.wait(before: .after(seconds: 10)) == nil {
      guardian.signalGroup(SIGKILL)
      _ = guardian.wait(before: .after(seconds: 10))
    }
    lifeline.close()
  }

  private static func readLine(from end: FileDescriptor, before deadline: MonotonicTime) -> String? {
    var text = ""
    while end.waitUntilReadable(before: deadline) {
      let bytes = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { buffer in
        Array(buffer[..<end.read(into: buffer)])
      }
      if bytes.isEmpty { return nil }
      text += String(decoding: bytes, as: UTF8.self)
      if text.last == "\n" { return String(text.dropLast()) }
    }
    return nil
  }

  /// An error about the first driver that the server did not find; nil if it found all.
  static func missingDriver(in log: String, program: String) -> RigError? {
    let mark = "Failed to load module \""
    for line in log.split(separator: "\n") {
      guard let start = line.firstRange(of: mark)?.upperBound, let driver = line[start...].split(separator: "\"").first
      else { continue }
      let packages = [
        "dummy": "xserver-xorg-video-dummy", "inputtest": "xserver-xorg-core", "wacom": "xserver-xorg-input-wacom",
        "libinput": "xserver-xorg-input-libinput",
      ]
      let package = packages[String(driver)].map { " (Debian package \($0))" } ?? ""
      return RigError("The driver \"\(driver)\" of \(program) is not installed\(package).")
    }
    return nil
  }

  /// An error with the reason for a failed start, from the server's output.
  private static func reason(of folder: String, program: String, timeout: Double) -> RigError {
    let log = textOfFile(folder + "/log") ?? ""
    let said = log.isEmpty ? textOfFile(folder + "/output") ?? "" : log
    if said.contains("Failed to compile keymap") || said.contains("xkbcomp: not found") {
      return RigError("\(program) did not start: xkbcomp or its data are missing (Debian: x11-xkb-utils, xkb-data).")
    }
    let errors = said.split(separator: "\n").filter { $0.contains("(EE)") && !$0.contains("(WW) warning") }
    let words = errors.suffix(4).map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " / ")
    return RigError(
      "\(program) did not start within \(timeout) s; it said: \(words.isEmpty ? "nothing" : words).")
  }
}
