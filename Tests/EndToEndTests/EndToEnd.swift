import Testing

/// The program end to end: `fude` as it is built, on real X servers with a pen, a mouse, a touch screen and a keyboard.
///
/// What is judged is what a user has: pixels of the window, files, sentences and exit statuses. One test at a time, for
/// each has a server of its own, and a server wants the machine.
@Suite(.serialized) struct EndToEnd {}
