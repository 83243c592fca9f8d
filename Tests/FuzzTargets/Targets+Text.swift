import Archive
import Document
import Files
import Geometry
import Ink
import Library
import Paint
import RandomSource
import Raster
import Storage
import Studio

extension FuzzTarget {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Recordings: accepted ones read back the same and can be drawn.
  static let recording = FuzzTarget(
    "recording",
    seeds: {
      [
        bytes(
          """
          fude recording 1 canvas 96x64 px
          brush kind pen size 12 color #1d1f24 opacity 1 mode ink scale 1 strength 20
          0 20 50 0.5 1.5 0 pen 1
          0.005 30 45.25 0.6 1.2 -0.5 pen 1 0.1
          0.01 80 5 0.9 1 3 pen 1
          lift
          0.02 81 6 0 1 3 pen 0
          brush kind eraser size 40.5 color #ff8000 opacity 0.5 mode erase scale 0.25 strength 100
          0.4 10 10 0.25 0 6.2 eraser 1
          0.5 12 11 1 0.7 0 eraser 1
          lift
          brush kind classic/2b_pencil+0.5
          0.6 12 11 1 0.7 0 pen 1
          lift
          end

          """), bytes("fude recording 1 canvas 32767x1 px\n# nothing\nend\n"),
        bytes("fude recording 1 canvas 20x20 px\r\n0 1 1 1 1 1 mouse 1\r\n1e9 -1e6 1e6 0 0 0 mouse 1\r\nend\r\n"),
      ]
    },
    run: { bytes in
      do throws(RecordingError) {
        let recording = try Recording(parsing: bytes, limit: 1000)
        let again = try? Recording(parsing: recording.encoded())
        precondition(again == recording, "a recording does not read back the same")
        let isSmall = recording.width * recording.height <= 1 << 14 && recording.items.count <= 40
        guard isSmall, var document = Document(sizedLike: recording), let filler = CoverageFiller() else { return nil }
        document.draw(recording, filler: filler)
        return nil
      } catch { return sentence("\(error)") }
    })

  /// Brushes: accepted ones can draw and are stored in a journal.
  static let brush = FuzzTarget(
    "brush",
    seeds: {
      [
        bytes(
          """
          fude brush 1
          # Graphite.
          name pencil
          size 4.5
          ink dabs
          width-minimum 0.5
          width-flat 8
          width-rise 4
          width-fall 4
          flow 0.9
          flow-minimum 0.2
          flow-curve 0.3 0.35 0.7 0.85
          flow-flat 0.6
          spacing 0.2
          hardness 0.5
          grain 0.8 1
          end

          """),
        bytes("fude brush 1\nname wide-nib\nsize 20\ntip flat 0.2 fixed 45\nopacity 0.5\nend\n"),
        bytes("fude brush 1\nname mist\nsize 90\nink spray\nspacing 0.1\nblend erase\nstrength 0\nend\n"),
        bytes("fude brush 1\nname dots\nsize 9\nink dabs\nscatter 2 around\nprints 3\nsize-jitter 1\nend\n"),
      ]
        + [tipBrush()].compactMap { $0 }
    },
    run: { bytes in
      do throws(BrushError) {
        let brush = try Brush(parsing: bytes, pictures: TipPicture.images)
        precondition(Brush.isName(brush.name), "a brush was read whose name is none")
        let pictures = brush.tipImages.map { try? TipPicture.text(of: $0) } ?? ""
        guard let pictures, let text = brush.text(pictures: pictures) else { return nil }
        let again = try? Brush(parsing: Array(text.utf8), pictures: TipPicture.images)
        precondition(again?.text(pictures: pictures) == text, "a brush does not read back the same")
        var stroke = StrokeRecord(brush: brush, style: InkStyle(colour: 0, opacity: 200))
        for i in 0..<8 {
          let place = Point(Double(i * i), Double(40 - 3 * i))
          stroke.samples.append(
            PenSample(
              position: place, time: Double(i) / 100, pressure: Double(i) / 8, altitude: Angle(radians: Double(i) / 5),
              azimuth: Angle(radians: Double(i)), roll: nil, tool: .pen))
        }
        guard var document = Document(width: 60, height: 50), let filler = CoverageFiller() else { return nil }
        precondition(document.draw(stroke, filler: filler) != nil, "a brush does not draw")
        return nil
      } catch { return sentence("\(error)") }
    })

  /// A brush with pictures.
  private static func tipBrush() -> [UInt8]? {
    var brush = Brush(size: 20)
    brush.name = "leaves"
    guard let images = TipImages(width: 3, height: 2, count: 2, masks: (0..<12).map { UInt8($0 * 20) }),
      let pictures = try? TipPicture.text(of: images)
    else { return nil }
    var tip = Brush.ImageTip(images)
    (tip.choice, tip.turning, tip.roundness, tip.flipsDown) = (.chance, .direction, 0.5, true)
    brush.tip = .image(tip)
    brush.rendering = .spray(Brush.Dabs(spacing: 2))
    return brush.text(pictures: pictures).map { Array($0.utf8) }
  }

  /// Settings: every byte is kept, and a change is read again.
  static let settings = FuzzTarget(
    "settings",
    seeds: {
      [
        bytes(
          """
          # My own.
          wheel = scroll
          smoothing = 40
          prediction = 16
          button-3 = undo
          keys.undo = Ctrl+Z F8
          keys.clear = none
          scale = 1.5
          window-size = 1440x900
          window-place = -5,80

          """), bytes("theme=light\r\ncursor = cross\r\nsmoothing = auto\r\nwheel = zoom\r\n\r\n"), [],
      ]
    },
    run: { bytes in
      var file = SettingsFile(parsing: bytes)
      precondition(file.bytes == bytes, "settings do not stay as they are")
      let (old, faults) = (file.settings, file.faults)
      for fault in faults + file.unknownKeys { _ = sentence(fault) }
      var new = old
      new.wheel = old.wheel == .zoom ? .scroll : .zoom
      new.brush = old.brush == "pen" ? "marker" : "pen"
      file.change(from: old, to: new)
      precondition(SettingsFile(parsing: file.bytes).settings == new, "a changed setting is not found again")
      return faults.first
    })

  static let palette = FuzzTarget(
    "palette",
    seeds: {
      [
        bytes("GIMP Palette\nName: Greys\nColumns: 3\n#\n  0   0   0 Black\n128 128 128\tGrey\n255 255 255\n"),
        bytes("\u{feff}GIMP Palette\r\n0 0 0\r\n"),
      ]
    },
    run: { bytes in
      do throws(PaletteError) {
        let palette = try Palette(gpl: bytes, name: "fuzz")
        precondition(!palette.entries.isEmpty && !palette.name.isEmpty, "a palette was read that is none")
        return nil
      } catch { return sentence("\(error)") }
    })

  /// XML: an accepted file that is written and read again gives the same tree.
  static let xml = FuzzTarget(
    "xml",
    seeds: {
      [
        bytes(stack(width: 40, height: 30)), bytes("<?xml version='1.0' encoding='ISO-8859-1'?><a b='\u{e9}'/>"),
        bytes("<a>\n<b>x <i>y</i> &lt;<![CDATA[<z>]]></b><c> </c>\n</a>"),
      ]
    },
    run: { bytes in
      do throws(ArchiveError) {
        let limits = XMLReader.Limits(bytes: 1 << 20, depth: 50, elements: 2000)
        let root = try XMLReader.read(bytes.span, limits: limits, keepsText: true)
        let again = try? XMLReader.read(XMLWriter.document(root).span, keepsText: true)
        func plain(_ element: XMLElement) -> XMLElement {
          XMLElement(
            element.name, element.attributes, children: element.children.map(plain), texts: element.texts)
        }
        // A Latin-1 name may have letters that UTF-8 names may not: expat has the tables of XML
        // 1.0, 4th edition.
        precondition(again.map { plain($0) == plain(root) } ?? true, "an XML tree does not read back the same")
        return nil
      } catch { return sentence("\(error)") }
    })

  /// Lists of dropped files: each path is absolute and is the same after encoding and decoding.
  static let uris = FuzzTarget(
    "uris",
    seeds: {
      [
        bytes("file:///home/me/a%20picture.png\r\nfile:///%e7%ad%86.ora\r\n"),
        bytes("file://box/a\nfile:/b%25c\nfile://localhost/d?x#y\nFILE:///e\n"),
      ]
    },
    run: { bytes in
      let lines = bytes.split { $0 == 10 || $0 == 13 || $0 == 0 }.count
      let paths = FileURI.paths(in: bytes, host: "box")
      precondition(paths.count <= lines, "a line names more than one file")
      for path in paths {
        let name = PathText.bytes(of: path)
        precondition(name.first == 0x2F && !name.contains(0), "a path is not from the root")
        let digits = Array("0123456789abcdef")
        let uri = "file://" + name.map { $0 == 0x2F ? "/" : "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
        precondition(FileURI.path(of: uri, host: "") == path, "a path does not read back the same")
      }
      return paths.count == lines
        ? nil : sentence("\(lines - paths.count) of \(lines) lines name no file of this machine")
    })

  /// A list of layers as in an OpenRaster file.
  static func stack(width: Int, height: Int) -> String {
    """
    <?xml version='1.0' encoding='UTF-8'?>
    <image version="0.0.3" w="\(width)" h="\(height)" xres="72" yres="72"><stack>
     <layer name="Skizze &lt;筆&gt;" src="data/a.png" x="-4" y="2" opacity="0.75" composite-op="svg:multiply"/>
     <stack name="group" isolation="isolate" opacity="0.5"><layer name="b" src="data/b.png" visibility="hidden"/></stack>
     <layer name="Paper" src="data/paper.png" edit-locked="true"/></stack></image>
    """
  }
}
