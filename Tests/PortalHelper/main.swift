import Glibc

// A desktop portal for tests: `PortalHelper MODE [ANSWER]` owns org.freedesktop.portal.Desktop on the
// session bus and implements FileChooser (version 4). It ends at the end of its input.
//
// It prints a line for each of these:
//   ready       it owns its name on the bus
//   METHOD ...  a call, with its arguments as GVariant text
//   open        the call was answered
//   fault: ...  the arguments of a call are invalid
//   Close       the caller closed the request
//   left        the caller left the bus
// It reads lines "answer CODE RESULTS", which stand for the user's choice.
//
//   MODE             behaviour
//   normal           a portal as most desktops have it
//   early            sends ANSWER before the call returns
//   failing-dialogs  each request ends at once with an error, as if the dialog could not be shown
//   old              the request has another object path than the caller expects (portals before 0.9)
//   error            refuses calls
//   no-reply         never returns from a call
//   bare             has no FileChooser
//   files            no portal, but the desktop's file manager (org.freedesktop.FileManager1)

let words = Array(CommandLine.arguments.dropFirst())
exit(TestPortal(mode: words.first ?? "normal", answer: words.count > 1 ? words[1] : "{}").run())
