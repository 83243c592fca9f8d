import Glibc

// A desktop portal for tests: `PortalHelper MODE [ANSWER]` owns org.freedesktop.portal.Desktop on
// the session bus and implements FileChooser (version 4). It prints "ready", then a line for each
// call with its arguments as GVariant text, "open" when the call is answered, "fault: ..." for
// invalid arguments, "Close" for a closed request and "left" when the caller leaves the bus. It
// reads lines: "answer CODE RESULTS" is the user's choice. It ends at the end of the input. Modes:
// "normal"; "early" answers with ANSWER before the call has returned; "stillborn" has dialogs that
// end before they come; "old" takes a path of its own for the request, as portals before 0.9;
// "error" refuses; "silent" never returns; "bare" is a portal without a FileChooser. "files" is no
// portal but the desktop's file manager, org.freedesktop.FileManager1.

let words = Array(CommandLine.arguments.dropFirst())
exit(PortalStandIn(mode: words.first ?? "normal", answer: words.count > 1 ? words[1] : "{}").run())
