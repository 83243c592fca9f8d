import Input
import Rig
import Testing

@testable import Desktop

@Suite("Devices of a real server", .serialized)
struct DeviceTests {
  @Test("Every device is described as its driver set it up")
  func descriptions() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let pens = PenDevices(connection)
    let all = pens.all()

    #expect(all.map(\.use).prefix(2) == [.masterPointer, .masterKeyboard])
    let pen = try #require(all.first { $0.name == DeviceSection.pen.name })
    #expect(pen.use == .slavePointer && pen.isEnabled && !pen.hasTouchClass && pen.xi1Type == "TABLET")
    #expect(pen.wacomToolType == nil && pen.isToolNear == nil)
    #expect(pen.axes.map(\.number) == [0, 1, 2, 3, 4])
    let pressure = try #require(pen.axes.first { $0.label == "Abs Pressure" })
    #expect(pressure.number == 4 && pressure.min == 0 && pressure.max == 1000 && pressure.isAbsolute)
    #expect(pressure.scrollIncrement == nil)
    #expect(pen.axes[0].label == "Abs X" && pen.axes[0].max == 65535 && pen.axes[0].isAbsolute)

    let mouse = try #require(all.first { $0.name == DeviceSection.mouse.name })
    #expect(mouse.xi1Type == "MOUSE" && mouse.axes.allSatisfy { !$0.isAbsolute })
    #expect(mouse.axes.filter { $0.scrollIncrement == 120 }.map(\.scrollsSideways) == [true, false])
    #expect(all.first { $0.name == DeviceSection.touch.name }?.hasTouchClass == true)
    #expect(all.first { $0.name == DeviceSection.keyboard.name }?.use == .slaveKeyboard)

    for device in all { #expect(pens.device(device.id) == device) }
    #expect(connection.failures.unexpectedCount == 0)
  }

  @Test("An unknown device ID gives nil, not an error")
  func unknownDevices() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    for id in [-1, 0, 1, 77, 4000, 1 << 40] { #expect(PenDevices(connection).device(id) == nil) }
    #expect(connection.deviceProperty(.deviceProductID, of: 77) == nil)
    #expect(connection.failures.unexpectedCount == 0)
  }

  @Test("Atoms are those of their names, and names of no atom are left out")
  func atoms() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let names = connection.names(of: AtomName.allCases.map { connection.atoms[$0] } + [0, 0x7fff_ffff])
    for name in AtomName.allCases { #expect(names[connection.atoms[name]] == name.rawValue) }
    #expect(names.count == AtomName.allCases.count)
    #expect(connection.failures.unexpectedCount == 0)
  }

  @Test("A late error of a request without a reply is caught by its trap")
  func trappedError() throws {
    let server = try XServer()
    let connection = try Connection(display: server.display)
    let devices = PenDevices(connection).all()
    let pen = try #require(devices.first { $0.name == DeviceSection.pen.name })
    let watch = ProximityWatch(connection, window: 0x1fff_fff0)
    watch.follow(devices)
    #expect(!watch.covers(pen.id))
    let root = ProximityWatch(connection, window: connection.root)
    root.follow(devices)
    #expect(root.covers(pen.id))
    #expect(connection.failures.unexpectedCount == 0)
  }

  @Test("Removing and adding a device are reported with its ID")
  func unplugged() throws {
    let stage = try Stage()
    let id = try stage.penID()
    try stage.bench.unplug(stage.bench.pen.device)
    try stage.collect("the hierarchy's change") { if case .devicesChanged = $0 { true } else { false } }
    let removed = stage.events.compactMap { if case .deviceRemoved(let id) = $0 { id } else { nil } }
    #expect(removed == [id])
    #expect(PenDevices(stage.connection).device(id)?.isEnabled == false)
    stage.pump.follow(PenDevices(stage.connection).all())

    stage.forget()
    try stage.bench.plugIn(stage.bench.pen.device)
    try stage.collect("the hierarchy's change") { if case .devicesChanged = $0 { true } else { false } }
    stage.pump.follow(PenDevices(stage.connection).all())
    stage.forget()
    try stage.bench.pen.stroke(PenPoint.line(from: PenPoint(x: 50, y: 50), to: PenPoint(x: 90, y: 50), count: 4))
    try stage.collect("the pen's leaving") { if case .proximity(id, false, _) = $0 { true } else { false } }
    #expect(stage.pointerEvents.contains { $0.source == id && $0.kind == .buttonPress })
    #expect(stage.connection.failures.unexpectedCount == 0)
  }
}
