import Testing

/// End-to-end tests: they run `fude` on real X servers with a pen, a mouse, a touch screen and a
/// keyboard.
///
/// They check what a user sees: pixels of the window, files, messages and exit statuses. Each test
/// has its own server, so tests run in parallel, as many at a time as there are cores.
@Suite struct EndToEnd {}
