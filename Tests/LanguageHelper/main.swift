import Glibc
import Language

/// Prints messages for a test, a line each, in the environment's language. The first argument is
/// the folder of the catalogues, the second an optional language.
Language.begin(folder: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : nil)
if CommandLine.arguments.count > 2 { Language.choose(CommandLine.arguments[2], folder: CommandLine.arguments[1]) }

let later = Message("Later")
print(translated("Open"))
print(translated("Open", context: "door"))
print(translated("cannot read {path}: {fault}", ["path": "{fault}", "fault": "it is a folder"]))
for count in [0, 1, 2] { print(translated("{count} stroke", other: "{count} strokes", count: count)) }
print(translated("{count} layer of {all}", other: "{count} layers of {all}", count: 3, context: "list", ["all": 7]))
print(later.translation)
print("\(later.english) \(1.5)", String(cString: setlocale(LC_NUMERIC, nil)))
