import Archive
import Ink

/// An option of a preset of Krita, such as its size: a value and the sensors that change it.
struct KritaOption {
  /// A sensor.
  struct Sensor {
    var name: String
    var curve = KritaCurve()
    /// A turn that is added to the stroke's direction, degrees.
    var offset = 0.0
  }

  /// The value without sensors; 1 if it is not stated.
  let value: Double
  /// The sensors that act; none if the option does not change.
  let sensors: [Sensor]
  /// Whether the option acts.
  let isOn: Bool

  /// Reads an option.
  /// - Parameters:
  ///   - parameters: the preset's parameters.
  ///   - most: the greatest value.
  init(_ name: String, _ parameters: [String: String], most: Double = 1) {
    isOn = parameters["Pressure" + name] == "true"
    let value = parameters[name + "Value"].flatMap { Double($0) } ?? most
    self.value = value.isFinite ? max(0, min(most, value)) : most
    guard parameters[name + "UseCurve"] != "false" else {
      sensors = []
      return
    }
    var sensors = Self.sensors(parameters[name + "Sensor"] ?? "")
    if parameters["Custom" + name] == "true", let curve = parameters["Curve" + name] {
      // Presets of old versions have one curve for all sensors.
      for i in sensors.indices { sensors[i].curve = KritaCurve(curve) }
    } else if parameters[name + "UseSameCurve"] != "false" {
      let common = parameters[name + "commonCurve"].map { KritaCurve($0) } ?? sensors.last?.curve ?? KritaCurve()
      for i in sensors.indices { sensors[i].curve = common }
    }
    self.sensors = sensors
  }

  /// Parses the sensors; without any, pressure acts.
  private static func sensors(_ text: String) -> [Sensor] {
    let limits = XMLReader.Limits(bytes: 1 << 20, depth: 8, elements: 200)
    guard let root = try? XMLReader.read(Array(text.utf8).span, limits: limits, keepsText: true) else {
      return [Sensor(name: "pressure")]
    }
    let elements = root["id"] == "sensorslist" ? root.children.filter { $0.name == "ChildSensor" } : [root]
    let sensors = elements.compactMap { element in
      element["id"].map { name in
        let curve = element.children.first { $0.name == "curve" }.map { KritaCurve($0.content) }
        let offset = element["angleOffset"].flatMap { Double($0) } ?? 0
        return Sensor(name: name, curve: curve ?? KritaCurve(), offset: offset)
      }
    }
    return sensors.isEmpty ? [Sensor(name: "pressure")] : sensors
  }

  /// The sensor of a name; nil if it does not act.
  func sensor(_ name: String) -> Sensor? { sensors.first { $0.name == name } }
}

extension KritaOption {
  /// How an option acts on a size or strength.
  public struct Effect {
    /// The greatest value.
    public var most: Double
    /// The value at no pressure as a share of that, 0...1.
    public var minimumShare = 1.0
    public var curve = PressureCurve.linear
    /// The share that chance takes at most, 0...1.
    public var loss = 0.0
    /// Whether other sensors act, or it falls with pressure.
    var hasOthers = false
  }

  /// The effect of pressure and chance.
  public var effect: Effect {
    var effect = Effect(most: value)
    for sensor in sensors {
      let (low, high) = (sensor.curve(0), sensor.curve(1))
      let most = max(low, high)
      switch sensor.name {
      case "pressure":
        effect.most *= most
        if high > low {
          effect.minimumShare = low / high
          effect.curve = sensor.curve.pressureCurve
        } else if low > high {
          effect.hasOthers = true
        }
      case "fuzzy":
        effect.most *= most
        effect.loss = most > 0 ? 1 - min(low, high) / most : 0
      default: effect.hasOthers = true
      }
    }
    return effect
  }
}

extension XMLElement {
  /// All text directly in the element.
  public var content: String { texts.map(\.text).joined() }
}
