import CCairo

/// PNG files by Cairo's reader and writer, for tests and screenshots. Drawings are read and written
/// by module Document, which handles colour, density and hostile files.
extension ImageSurface {
  /// Reads a PNG file as ARGB32. Throws where there is none or Cairo cannot read it.
  public convenience init(pngAt path: String) throws(PaintError) {
    guard let handle = cairo_image_surface_create_from_png(path) else { throw .file(path: path, "no surface") }
    let status = cairo_surface_status(handle)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(handle)
      throw .file(path: path, String(cString: cairo_status_to_string(status)))
    }
    guard cairo_image_surface_get_format(handle) != CAIRO_FORMAT_ARGB32 else {
      try self.init(owning: handle, format: .argb32)
      return
    }
    defer { cairo_surface_destroy(handle) }
    try self.init(
      width: Int(cairo_image_surface_get_width(handle)), height: Int(cairo_image_surface_get_height(handle)))
    let painter = try Painter(self)
    cairo_set_source_surface(painter.handle, handle, 0, 0)
    cairo_paint(painter.handle)
    try painter.check()
  }

  /// Writes or replaces a PNG file. After an error the file may be incomplete.
  public func writePNG(to path: String) throws(PaintError) {
    cairo_surface_flush(handle)
    let status = cairo_surface_write_to_png(handle, path)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .file(path: path, String(cString: cairo_status_to_string(status)))
    }
  }
}
