// swift-tools-version: 6.2
import PackageDescription

// The modules, lowest floor first. `make lint` checks every import against the floors, because
// SwiftPM accepts undeclared transitive imports.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Only in debug builds, so that a newer compiler with new warnings can still build the program
  // for users.
  .treatAllWarnings(as: .error, .when(configuration: .debug)),
]

// Each module has a README.md. It is excluded, so that SwiftPM does not warn of a file that it cannot build.
func module(_ path: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .target(
    name: name(ofModuleAt: path), dependencies: dependencies, path: folder(ofModuleAt: path),
    exclude: exclude + ["README.md"], swiftSettings: settings)
}

func program(_ path: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name(ofModuleAt: path), dependencies: dependencies, path: folder(ofModuleAt: path), exclude: ["README.md"],
    swiftSettings: settings)
}

/// The tools for tests and developers are no part of the product.
func folder(ofModuleAt path: String) -> String { (path.hasPrefix("Lab/") ? "Tests/" : "Sources/") + path }

/// A module is named after the last folder of its path in Sources: "Ink/Raster" is Raster.
func name(ofModuleAt path: String) -> String {
  String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "fude",
  products: [
    .executable(name: "fude", targets: ["Fude"]),
    .executable(name: "penlab", targets: ["PenLab"]),
    // Rig preloads this into X servers.
    .library(name: "KernelInput", type: .dynamic, targets: ["KernelInput"]),
  ],
  targets: [
    .systemLibrary(name: "CX11", path: "Sources/System/CX11", pkgConfig: "x11"),
    .systemLibrary(name: "CCairo", path: "Sources/System/CCairo", pkgConfig: "cairo"),
    .systemLibrary(
      name: "CPango", path: "Sources/System/CPango",
      pkgConfig: Context.packageDirectory + "/Sources/System/CPango/pango.pc"),
    .systemLibrary(name: "CPNG", path: "Sources/System/CPNG", pkgConfig: "libpng"),
    .systemLibrary(name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CZip", path: "Sources/System/CZip", pkgConfig: "libzip"),
    .systemLibrary(name: "CExpat", path: "Sources/System/CExpat", pkgConfig: "expat"),
    .systemLibrary(name: "CGettext", path: "Sources/System/CGettext"),
    // glibc's extensions of malloc, which Swift's Glibc leaves out.
    .systemLibrary(name: "CMalloc", path: "Sources/System/CMalloc"),
    // Extended attributes of files, which Swift's Glibc leaves out as well.
    .systemLibrary(name: "CXattr", path: "Sources/System/CXattr"),
    .systemLibrary(
      name: "CGIO", path: "Sources/System/CGIO", pkgConfig: Context.packageDirectory + "/Sources/System/CGIO/gio.pc"),
    .systemLibrary(name: "CInputTest", path: "Sources/System/CInputTest"),
    .systemLibrary(name: "CKernelInput", path: "Tests/Lab/CKernelInput"),
    // Declarations of a library that is loaded when it is first used, and functions that it calls.
    .target(
      name: "CMyPaint", path: "Sources/System/CMyPaint",
      linkerSettings: [
        .unsafeFlags(
          [
            "draw_dab_pixels_BlendMode_Normal_Paint", "draw_dab_pixels_BlendMode_Normal_and_Eraser_Paint",
            "draw_dab_pixels_BlendMode_LockAlpha_Paint", "get_color_pixels_accumulate", "mix_colors",
          ].flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] })
      ]),
    .systemLibrary(name: "CXDamage", path: "Sources/System/CXDamage", pkgConfig: "xdamage"),

    module("Interface/Language", ["CGettext"]),
    module("Platform/Files", ["CXattr", "Language"]),
    module("Ink/Geometry", []),
    module("Platform/Threads", []),
    module("Ink/Ink", ["Geometry", "Language"], exclude: ["predictor.md", "smoothers.md"]),
    module("Ink/Raster", ["Geometry", "Threads"]),
    module("Drawing/Archive", ["CZlib", "CZip", "CExpat", "Files", "Language"]),
    module("Ink/Input", ["Geometry", "Ink", "Language"]),
    module("Ink/Paint", ["CCairo", "CPango", "Geometry", "Ink", "Language", "Raster"]),
    module("Drawing/Pictures", ["CPNG", "Archive", "Files", "Geometry", "Language", "Raster"]),
    module("Drawing/Pixels", ["Geometry", "Raster"]),
    module("Ink/MyPaint", ["CMyPaint", "Files", "Geometry", "Ink", "Language", "Raster", "Threads"]),
    module("Drawing/Library", ["Archive", "Files", "Geometry", "Ink", "Language", "MyPaint", "Pictures", "Raster"]),
    module("Drawing/Journal", ["Files", "Geometry", "Ink", "Language", "Raster", "Archive"]),
    module(
      "Drawing/Document",
      [
        "Files", "Geometry", "Ink", "Language", "Raster", "Archive", "Journal", "MyPaint", "Paint",
        "Pictures", "Pixels",
      ]),
    module(
      "Drawing/Storage",
      [
        "Archive", "Document", "Files", "Geometry", "Ink", "Journal", "Language", "Paint", "Pictures",
        "Pixels", "Raster",
      ]),
    module(
      "Drawing/Export",
      [
        "Archive", "Document", "Files", "Geometry", "Ink", "Journal", "Language", "Paint", "Pictures", "Pixels",
        "Raster", "Storage",
      ]),
    module(
      "Drawing/Studio",
      [
        "Files", "Geometry", "Ink", "Language", "Library", "Raster", "Input", "Export", "Paint", "Pixels", "Pictures",
        "Document", "Storage",
      ]),
    module("Platform/Desktop", ["CX11", "Files", "Geometry", "Ink", "Input", "Language", "Threads"]),
    module("Platform/Portal", ["CGIO", "Files", "Language"]),
    module("Interface/Accessibility", ["CGIO", "Language"]),
    module("Interface/Toolkit", ["Geometry", "Ink", "Input", "Language", "Paint", "Raster"]),
    module(
      "Interface/Panels",
      [
        "Files", "Geometry", "Ink", "Language", "Library", "Raster", "Input", "Export", "Paint", "Pixels", "Pictures",
        "Document", "Storage", "Studio", "Toolkit",
      ]),
    module(
      "Interface/Pages",
      [
        "Files", "Geometry", "Ink", "Language", "Library", "Raster", "Input", "Export", "Paint", "Pictures", "Pixels",
        "Document", "Storage", "Studio", "Toolkit", "Panels",
      ]),
    module("Lab/Rig", ["CX11", "CInputTest", "CKernelInput", "CXDamage", "Threads"]),
    // Runs inside X servers, so it must not be linked with other modules.
    .target(
      name: "KernelInput", path: "Tests/Lab/KernelInput", exclude: ["README.md"],
      // An X server must not load Swift's runtime, which SwiftPM links by default.
      linkerSettings: [.unsafeFlags(["-nostartfiles", "-static-stdlib"])]),
    program(
      "Program/Fude",
      [
        "Files", "Geometry", "Ink", "Language", "Library", "Raster", "Archive", "Input", "Journal", "Export", "Pixels",
        "Paint", "Document", "Storage", "Studio", "Desktop", "Portal", "Accessibility", "Pictures", "Toolkit", "Panels",
        "Pages",
        "CMalloc", "MyPaint", "Threads",
      ]),
    program(
      "Lab/PenLab",
      [
        "Files", "Geometry", "Ink", "Library", "Raster", "Input", "Export", "Paint", "Pixels", "MyPaint", "Pictures",
        "Document",
        "Storage",
        "Studio",
        "Rig",
        "Threads",
      ]),

    .target(name: "RandomSource", path: "Tests/RandomSource", swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Geometry", "Ink", "Paint"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // Parsers and their inputs, for the short FuzzTests and for `make fuzz`.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "RandomSource", "Files", "Geometry", "Ink", "Library", "Raster", "Archive", "MyPaint", "Export", "Paint",
        "Pictures",
        "Journal", "Document", "Storage", "Studio",
      ],
      path: "Tests/FuzzTargets", swiftSettings: settings),
    tests("FuzzTests", ["RandomSource", "FuzzTargets"], exclude: ["Corpus"]),
    // Replaces malloc in the test program, to count allocations.
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    // Prints translations in the language of its environment, which a test cannot change for
    // itself.
    .executableTarget(
      name: "LanguageHelper", dependencies: ["Language"], path: "Tests/LanguageHelper", swiftSettings: settings),
    tests("LanguageTests", ["Language", "LanguageHelper"]),
    tests("FilesTests", ["CXattr", "RandomSource", "Files", "TestSupport"]),
    tests("GeometryTests", ["RandomSource", "Geometry"]),
    tests("ThreadsTests", ["Threads"]),
    tests("InkTests", ["RandomSource", "Geometry", "Ink", "TestSupport"]),
    tests("RasterTests", ["RandomSource", "Geometry", "Raster"]),
    tests("ArchiveTests", ["RandomSource", "Archive", "CZlib"]),
    tests("InputTests", ["RandomSource", "Geometry", "Ink", "Input"]),
    tests("PaintTests", ["RandomSource", "Geometry", "Ink", "Raster", "Paint", "TestSupport"]),
    tests("MyPaintTests", ["CMyPaint", "RandomSource", "Files", "Geometry", "Ink", "Raster", "MyPaint", "Threads"]),
    // Writes a journal until it is killed, for tests of recovery.
    .executableTarget(
      name: "JournalHelper", dependencies: ["RandomSource", "Journal"], path: "Tests/JournalHelper",
      swiftSettings: settings),
    tests(
      "JournalTests", ["RandomSource", "Files", "Geometry", "Ink", "Raster", "Journal", "JournalHelper", "TestSupport"]),
    tests(
      "LibraryTests",
      [
        "RandomSource", "Archive", "Files", "Geometry", "Ink", "Library", "MyPaint", "Paint", "Pictures", "Raster",
        "TestSupport", "FuzzTargets",
      ]),
    tests(
      "DocumentTests",
      [
        "RandomSource", "Files", "Geometry", "Ink", "Library", "Raster", "Archive", "Journal", "MyPaint", "Export",
        "Paint", "Pixels",
        "Pictures",
        "Document", "Storage", "TestSupport", "AllocationCounter", "FuzzTargets",
      ],
      exclude: ["Corpus", "OpenRaster"]),
    tests(
      "StudioTests",
      [
        "RandomSource", "Files", "Language", "Geometry", "Ink", "Library", "Raster", "Input", "MyPaint", "Export",
        "Paint", "Pixels",
        "Document", "Storage", "Studio",
        "AllocationCounter", "TestSupport",
      ]),
    tests("DesktopTests", ["RandomSource", "Geometry", "Ink", "Input", "Studio", "Desktop", "Rig", "Threads"]),
    // A desktop portal that tests control.
    .executableTarget(
      name: "PortalHelper", dependencies: ["CGIO"], path: "Tests/PortalHelper", swiftSettings: settings),
    tests("AccessibilityTests", ["CGIO", "Accessibility"]),
    tests("PortalTests", ["CGIO", "RandomSource", "Files", "Portal", "PortalHelper", "Rig"]),
    // A window without a window system.
    .target(
      name: "InterfaceSupport",
      dependencies: [
        "Document", "Storage", "Export", "Geometry", "Ink", "Input", "Library", "Paint", "Pixels", "Raster", "Studio",
        "Toolkit",
        "Panels",
      ],
      path: "Tests/InterfaceSupport", swiftSettings: settings),
    tests(
      "PanelsTests",
      [
        "RandomSource", "Files", "Language", "Geometry", "Ink", "Library", "Raster", "Input", "Export", "Paint",
        "Pictures", "Pixels", "Document", "Storage", "Studio", "TestSupport", "InterfaceSupport", "Toolkit", "Panels",
      ]),
    tests(
      "PagesTests",
      [
        "RandomSource", "Files", "Language", "Geometry", "Ink", "Library", "Raster", "Input", "Export", "Paint",
        "Pictures", "Pixels", "Document", "Storage", "Studio", "TestSupport", "InterfaceSupport", "Toolkit", "Panels",
        "Pages",
      ]),
    tests(
      "FudeTests",
      [
        "Archive", "Files", "Geometry", "Ink", "Library", "Raster", "Input", "Export", "Paint", "Pixels", "Fude",
        "FuzzTargets", "Desktop",
        "Document", "Storage",
        "Journal",
        "Portal",
        "Accessibility", "Pictures", "Rig", "Studio", "TestSupport", "Threads", "Toolkit", "Panels", "Pages",
      ]),
    tests("RigTests", ["CX11", "Rig"]),
    tests("PenLabTests", ["Files", "Geometry", "Ink", "PenLab", "Rig"]),
    tests(
      "EndToEndTests",
      [
        "Archive", "FuzzTargets", "RandomSource", "Document", "Storage", "Raster", "Geometry", "Ink", "Export", "Paint",
        "Pixels",
        "Pictures",
        "PortalHelper",
        "Rig",
      ]),
  ]
)

// The release build of the tests, which `.ci/all-tests` runs. It leaves out the tests that only run
// in the debug build, and what only they need.
if Context.environment["FUDE_OPTIMISED_TESTS"] != nil {
  let debugOnly: Set<String> = [
    "AccessibilityTests", "DesktopTests", "EndToEndTests", "FilesTests", "FudeTests", "LanguageTests", "PagesTests",
    "PanelsTests", "PenLabTests", "PortalTests", "RigTests", "ThreadsTests",
    "InterfaceSupport", "KernelInput", "LanguageHelper", "PenLab", "PortalHelper", "Rig",
  ]
  package.targets.removeAll { debugOnly.contains($0.name) }
  package.products.removeAll { $0.name != "fude" }
  // The code under test is optimised, the tests are not: optimising them takes longer than they
  // save.
  for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
  }
}

// The debug build of the tests in `.ci/all-tests`. It leaves out those that only run in the release build.
if Context.environment["FUDE_DEBUG_TESTS"] != nil {
  let optimisedOnly: Set<String> = [
    "ArchiveTests", "FuzzTests", "GeometryTests", "InputTests", "JournalTests", "LibraryTests", "MyPaintTests",
    "RasterTests",
  ]
  package.targets.removeAll { optimisedOnly.contains($0.name) }
}

// `make test MODULE="Raster Document"` names modules in FUDE_TEST_MODULES. SwiftPM builds all targets before it runs any
// test, so this leaves out every target that the tests of these modules do not need.
if let modules = Context.environment["FUDE_TEST_MODULES"] {
  // Programs and libraries that are not linked, but started or loaded from the folder of the tests.
  let loaded = ["Rig": ["KernelInput"], "RigTests": ["PenLab"], "PenLabTests": ["Fude"]]
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  var needed: Set<String> = []
  var unvisited = modules.split(separator: " ").map { "\($0)Tests" }
  while let name = unvisited.popLast() {
    guard needed.insert(name).inserted, let target = targets[name] else { continue }
    unvisited += loaded[name] ?? []
    for case .byNameItem(let dependency, _) in target.dependencies { unvisited.append(dependency) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  let programs = ["fude": "Fude", "penlab": "PenLab"]
  package.products.removeAll { !needed.contains(programs[$0.name] ?? $0.name) }
}

// libFuzzer is only linked with -sanitize=fuzzer, so other builds cannot have this program.
if Context.environment["FUDE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz", dependencies: ["RandomSource", "FuzzTargets"], path: "Tests/Fuzz", swiftSettings: settings))
}
