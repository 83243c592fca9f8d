import Glibc

// The desktop's portal, for tests: `PortalHelper MODE [ANSWER]` owns org.freedesktop.portal.Desktop on the session's bus and has the
// FileChooser there, as its interface (version 4) says. It prints "ready", then a line for each call, with what it was called
// with as GVariant's text, "open" when that is answered, "fault: ..." for what a portal would refuse, "Close" for a request
// that is closed and "left" when the caller has gone from the bus. It is told by lines: "answer CODE RESULTS" is what the
// user chose; their end is the portal's.
// Modes: "normal"; "early" answers with ANSWER before the call has returned; "stillborn" has dialogs that end before they
// come; "old" takes a path of its own for the request, as portals before 0.9; "error" refuses; "silent" never returns;
// "bare" is a portal without a FileChooser. "files" is no portal but the desktop's file manager, org.freedesktop.FileManager1.

let words = Array(CommandLine.arguments.dropFirst())
exit(PortalStandIn(mode: words.first ?? "normal", answer: words.count > 1 ? words[1] : "{}").run())
