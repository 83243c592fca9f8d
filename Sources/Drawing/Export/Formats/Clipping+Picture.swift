import Document
import Files
import Language
import Pictures
import Raster

extension Clipping {
  /// Decodes a PNG, JPEG or WebP image, with its upper left pixel at the origin.
  /// - Parameter notes: receives a message if the colours may be wrong.
  /// - Throws: if the bytes are damaged, of another format, or too large for a canvas.
  public init(
    picture bytes: [UInt8], notes: inout [String], limits: ImageLimits = .standard
  ) throws(PictureFault) {
    guard let codec = FileFormat(start: bytes.prefix(FileFormat.startCount))?.reader?.codec else {
      if Self.mayBePNG(bytes) {
        try self.init(png: bytes, notes: &notes)
        return
      }
      throw PictureFault(description: Self.fault(bytes, path: translated("picture")))
    }
    let picture: PictureDecoder
    do throws(PNGFault) { picture = try PictureDecoder(bytes, codec, limits: limits) } catch {
      throw PictureFault(description: error.error(.read, "").fault)
    }
    if let note = picture.note { notes.append(note) }
    let (width, height) = (picture.image.width, picture.image.height)
    guard Document.isAllowed(width: width, height: height), let clipping = Clipping(whole: picture.image) else {
      throw PictureFault(description: Document.tooLarge(width: width, height: height))
    }
    self = clipping
  }

  /// Reads a PNG, JPEG or WebP file, or the picture in a Krita file, with its upper left pixel at the origin.
  /// - Parameter notes: receives messages: if the colours may be wrong, and that layers are not read.
  /// - Throws: if the file cannot be read, is of another format, damaged or too large.
  public init(pictureAt path: String, notes: inout [String]) throws(FileError) {
    let start = try InputFile.start(of: path, count: FileFormat.startCount)
    if Self.mayBePNG(start) {
      try self.init(pngAt: path, notes: &notes)
      return
    }
    guard let format = FileFormat(start: start), format.isPicture, let reader = format.reader else {
      throw FileError(.read, path, fault: Self.fault(start, path: path))
    }
    try self.init(whole: reader.open(path, &notes), path)
  }

  /// Whether bytes begin as a PNG image does, as far as there are any.
  private static func mayBePNG(_ start: [UInt8]) -> Bool {
    PNGDecoder.signature.starts(with: start.prefix(PNGDecoder.signature.count))
  }

  /// Why a file of a format that no picture has is not read.
  private static func fault(_ start: [UInt8], path: String) -> String {
    ForeignFormat.name(start) == nil
      ? translated("it is not a PNG, JPEG or WebP image") : ForeignFormat.fault(start, path: path)
  }

  private init(whole document: Document, _ path: String) throws(FileError) {
    guard let clipping = Clipping(whole: document.activeImage) else {
      throw FileError(.read, path, fault: translated("it has no pixels"))
    }
    self = clipping
  }
}
