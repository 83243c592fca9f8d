import Glibc

/// Writes to one of the standard streams; what cannot be written there cannot be reported either.
private func put(_ text: String, to stream: Int32) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(stream, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return }
    bytes = bytes.dropFirst(count)
  }
}

switch Arguments.parse(Array(CommandLine.arguments.dropFirst())) {
case .failure(let error):
  put("fude: \(error)\n", to: STDERR_FILENO)
  exit(UsageError.status)
case .success(let arguments):
  switch arguments.command {
  case .help(let topic): put(topic.text(), to: STDOUT_FILENO)
  case .version: put(Version.text, to: STDOUT_FILENO)
  case .draw, .replay, .record, .pens: exit(1)
  }
}
