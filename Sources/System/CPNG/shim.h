// libpng for Swift.
//
// libpng reports an error by longjmp, which must never cross a Swift frame. So Swift calls no
// libpng function that can fail. Instead, each function here sets its own jump buffer, calls
// libpng, and returns 1 (done) or 0 (failed). Swift owns the fude_png, which has the reason:
// - `failure`: errno of a read or write that failed.
// - `ended`: the file ended too early.
// - `message`: libpng's message.
//
// After a failure only fude_png_free may be called.
//
// The functions are not inlined: a function that calls setjmp must not be merged into its caller.
#pragma once
#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUDE_PNG_STEP __attribute__((noinline, unused)) static

typedef struct fude_png {
  png_structp png;
  png_infop info;
  int is_writer;
  int descriptor;         // Borrowed from the caller, who closes it.
  int failure;            // errno of a failed read or write, else 0.
  int ended;              // 1 once a read passed the end of the file.
  size_t next, fill;      // Bytes next ..< fill are read but not yet used; or 0 ..< fill are not yet written.
  unsigned char *buffer;
  // For an image in memory: the bytes to read, borrowed from the caller, or the bytes written,
  // owned by this struct.
  const unsigned char *lent;
  unsigned char *made;
  size_t lent_count, made_count, made_capacity;
  int damaged_colours;    // Chunks with wrong checksums: a union of fude_png_colour_ values.
  char message[160];
} fude_png;

// The chunks about colours.
enum {
  fude_png_colour_cicp = 1,
  fude_png_colour_iccp = 2,
  fude_png_colour_srgb = 4,
  fude_png_colour_gama = 8,
  fude_png_colour_chrm = 16,
  fude_png_colour_exif = 32
};

enum { fude_png_buffer_size = 65536 };

// The content of a chunk, owned by libpng.
typedef struct fude_png_chunk {
  const unsigned char *bytes;
  size_t count;
  int is_present; // 0 if there is none, or its checksum is wrong.
} fude_png_chunk;

typedef struct fude_png_header {
  unsigned int width, height;
  int is_interlaced;
  int has_alpha;                     // An alpha channel or a transparent colour.
  int is_deep;                       // 16 bits a channel.
  unsigned int x_density, y_density; // Pixels per metre, 0 if unknown.
  int is_grey;                       // No colours.
  int damaged_colours;               // As in fude_png.
  fude_png_chunk cicp, iccp, srgb, gama, chrm, exif;
} fude_png_header;

FUDE_PNG_STEP void fude_png_on_error(png_structp png, png_const_charp message) {
  fude_png *file = (fude_png *)png_get_error_ptr(png);
  strncpy(file->message, message, sizeof file->message - 1);
  png_longjmp(png, 1);
}

// libpng discards an ancillary chunk with a wrong checksum. That is right for chunks that do not
// change the pixels. Any other chunk, even with a damaged name, may be a tRNS chunk, so it is an
// error.
FUDE_PNG_STEP void fude_png_on_warning(png_structp png, png_const_charp message) {
  static const char harmless[] =
    "tEXt zTXt iTXt tIME eXIf iCCP sRGB gAMA cHRM cICP mDCV cLLI sBIT bKGD hIST sPLT oFFs pCAL sCAL sTER pHYs";
  if (strlen(message) < 4 || strcmp(message + 4, ": CRC error") != 0) return;
  for (const char *name = harmless;; name += 5) {
    if (memcmp(name, message, 4) == 0) break;
    if (name[4] == 0) png_error(png, message);
  }
  static const char colours[] = "cICPiCCPsRGBgAMAcHRMeXIf";
  fude_png *file = (fude_png *)png_get_error_ptr(png);
  for (int i = 0; i < 6; i++)
    if (memcmp(colours + 4 * i, message, 4) == 0) file->damaged_colours |= 1 << i;
}

// Reads until the buffer has `wanted` bytes (at most its size) or the file ends. Returns the number
// of bytes in the buffer; libpng takes them from there. Sets `failure` on an error.
FUDE_PNG_STEP size_t fude_png_fill(fude_png *file, size_t wanted) {
  while (file->fill < wanted) {
    ssize_t got = read(file->descriptor, file->buffer + file->fill, fude_png_buffer_size - file->fill);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) file->failure = errno;
    if (got == 0) file->ended = 1;
    if (got <= 0) break;
    file->fill += (size_t)got;
  }
  return file->fill;
}

FUDE_PNG_STEP void fude_png_read(png_structp png, png_bytep bytes, size_t count) {
  fude_png *file = (fude_png *)png_get_io_ptr(png);
  while (count > 0) {
    if (file->next == file->fill) {
      file->next = file->fill = 0;
      if (fude_png_fill(file, 1) == 0) png_error(png, "Read failed");
    }
    size_t part = file->fill - file->next;
    if (part > count) part = count;
    memcpy(bytes, file->buffer + file->next, part);
    file->next += part;
    bytes += part;
    count -= part;
  }
}

FUDE_PNG_STEP void fude_png_flush(png_structp png) {
  fude_png *file = (fude_png *)png_get_io_ptr(png);
  size_t done = 0;
  while (done < file->fill) {
    ssize_t put = write(file->descriptor, file->buffer + done, file->fill - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      file->failure = put < 0 ? errno : EIO;
      png_error(png, "Write failed");
    }
    done += (size_t)put;
  }
  file->fill = 0;
}

FUDE_PNG_STEP void fude_png_write(png_structp png, png_bytep bytes, size_t count) {
  fude_png *file = (fude_png *)png_get_io_ptr(png);
  while (count > 0) {
    if (file->fill == fude_png_buffer_size) fude_png_flush(png);
    size_t part = fude_png_buffer_size - file->fill;
    if (part > count) part = count;
    memcpy(file->buffer + file->fill, bytes, part);
    file->fill += part;
    bytes += part;
    count -= part;
  }
}

// Frees everything except the descriptor. NULL is allowed.
FUDE_PNG_STEP void fude_png_free(fude_png *file) {
  if (!file) return;
  if (file->png && file->is_writer) png_destroy_write_struct(&file->png, &file->info);
  if (file->png && !file->is_writer) png_destroy_read_struct(&file->png, &file->info, NULL);
  free(file->buffer);
  free(file->made);
  free(file);
}

// Makes a reader or writer for a descriptor; NULL if memory is short. Free it with fude_png_free.
FUDE_PNG_STEP fude_png *fude_png_make(int descriptor, int is_writer) {
  fude_png *file = (fude_png *)calloc(1, sizeof *file);
  if (!file) return NULL;
  file->descriptor = descriptor;
  file->is_writer = is_writer;
  file->buffer = (unsigned char *)malloc(fude_png_buffer_size);
  if (file->buffer) {
    file->png = is_writer
      ? png_create_write_struct(PNG_LIBPNG_VER_STRING, file, fude_png_on_error, fude_png_on_warning)
      : png_create_read_struct(PNG_LIBPNG_VER_STRING, file, fude_png_on_error, fude_png_on_warning);
    if (file->png) file->info = png_create_info_struct(file->png);
  }
  if (!file->info) {
    fude_png_free(file);
    return NULL;
  }
  if (is_writer)
    png_set_write_fn(file->png, file, fude_png_write, fude_png_flush);
  else
    png_set_read_fn(file->png, file, fude_png_read);
  return file;
}

FUDE_PNG_STEP void fude_png_read_lent(png_structp png, png_bytep bytes, size_t count) {
  fude_png *file = (fude_png *)png_get_io_ptr(png);
  if (count > file->lent_count - file->next) {
    file->ended = 1;
    png_error(png, "Read failed");
  }
  memcpy(bytes, file->lent + file->next, count);
  file->next += count;
}

FUDE_PNG_STEP void fude_png_write_made(png_structp png, png_bytep bytes, size_t count) {
  fude_png *file = (fude_png *)png_get_io_ptr(png);
  if (count > file->made_capacity - file->made_count) {
    size_t capacity = file->made_capacity * 2;
    if (capacity < file->made_count + count) capacity = file->made_count + count;
    unsigned char *made = (unsigned char *)realloc(file->made, capacity);
    if (!made) {
      file->failure = ENOMEM;
      png_error(png, "Out of memory");
    }
    file->made = made;
    file->made_capacity = capacity;
  }
  memcpy(file->made + file->made_count, bytes, count);
  file->made_count += count;
}

FUDE_PNG_STEP void fude_png_flush_made(png_structp png) { (void)png; }

// Makes a reader for bytes in memory, which must stay valid until fude_png_free. NULL if memory is
// short.
FUDE_PNG_STEP fude_png *fude_png_make_reader(const unsigned char *bytes, size_t count) {
  fude_png *file = fude_png_make(-1, 0);
  if (!file) return NULL;
  file->lent = bytes;
  file->lent_count = count;
  png_set_read_fn(file->png, file, fude_png_read_lent);
  return file;
}

// Makes a writer to memory. When it is finished, `made` has `made_count` bytes. NULL if memory is
// short.
FUDE_PNG_STEP fude_png *fude_png_make_writer(void) {
  fude_png *file = fude_png_make(-1, 1);
  if (!file) return NULL;
  png_set_write_fn(file->png, file, fude_png_write_made, fude_png_flush_made);
  return file;
}

FUDE_PNG_STEP const char *fude_png_message(const fude_png *file) { return file->message; }

// The first chunk with a name before the image's data. libpng keeps unknown chunks with wrong checksums.
FUDE_PNG_STEP fude_png_chunk fude_png_find(fude_png *file, const char *name, int colour) {
  fude_png_chunk found = {NULL, 0, 0};
  png_unknown_chunkp chunks = NULL;
  int count = png_get_unknown_chunks(file->png, file->info, &chunks);
  if ((file->damaged_colours & colour) != 0) return found;
  for (int i = 0; i < count && !found.is_present; i++)
    if (memcmp(chunks[i].name, name, 4) == 0) found = (fude_png_chunk){chunks[i].data, chunks[i].size, 1};
  return found;
}

// Reads everything before the image's data. For safety, chunks that do not change the pixels are
// skipped, except pHYs and those about colours. libpng treats the latter as unknown and only keeps them: it would
// drop a good one beside a bad one, and early versions do not know cICP. libpng allocates nothing by the image's size
// here, so the caller can check the size first.
FUDE_PNG_STEP int fude_png_read_header(fude_png *file, fude_png_header *header) {
  if (setjmp(png_jmpbuf(file->png))) return 0;
  png_set_user_limits(file->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // A wrong checksum is an error in chunks that affect the pixels. Other chunks (texts, dates,
  // profiles) are not used.
  png_set_crc_action(file->png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
  png_set_keep_unknown_chunks(file->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(file->png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "pHYs", 1);
  png_set_keep_unknown_chunks(
    file->png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP\0iCCP\0sRGB\0gAMA\0cHRM\0eXIf", 6);
  png_read_info(file->png, file->info);
  header->width = png_get_image_width(file->png, file->info);
  header->height = png_get_image_height(file->png, file->info);
  header->is_interlaced = png_get_interlace_type(file->png, file->info) != PNG_INTERLACE_NONE;
  header->has_alpha = (png_get_color_type(file->png, file->info) & PNG_COLOR_MASK_ALPHA) != 0
    || png_get_valid(file->png, file->info, PNG_INFO_tRNS) != 0;
  header->is_deep = png_get_bit_depth(file->png, file->info) == 16;
  header->x_density = png_get_x_pixels_per_meter(file->png, file->info);
  header->y_density = png_get_y_pixels_per_meter(file->png, file->info);
  header->is_grey = (png_get_color_type(file->png, file->info) & PNG_COLOR_MASK_COLOR) == 0;
  header->damaged_colours = file->damaged_colours;
  header->cicp = fude_png_find(file, "cICP", fude_png_colour_cicp);
  header->iccp = fude_png_find(file, "iCCP", fude_png_colour_iccp);
  header->srgb = fude_png_find(file, "sRGB", fude_png_colour_srgb);
  header->gama = fude_png_find(file, "gAMA", fude_png_colour_gama);
  header->chrm = fude_png_find(file, "cHRM", fude_png_colour_chrm);
  header->exif = fude_png_find(file, "eXIf", fude_png_colour_exif);
  return 1;
}

// Samples of 16 bits are in the machine's order of bytes outside of the file, where the first is the high one.
FUDE_PNG_STEP void fude_png_order_bytes(png_structp png) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  png_set_swap(png);
#else
  (void)png;
#endif
}

// Requests 8 or, if `is_deep`, 16 bits each of red, green, blue and alpha, whatever the file has, and
// allocates memory for it.
FUDE_PNG_STEP int fude_png_start_reading(fude_png *file, int is_deep) {
  if (setjmp(png_jmpbuf(file->png))) return 0;
  png_set_expand(file->png);  // Palettes, 1, 2 and 4 bits and a transparent colour become full channels.
  if (is_deep) {
    // The two bytes of a channel that had 8 bits are equal, so libpng need not exchange them, and does not.
    png_set_expand_16(file->png);
    fude_png_order_bytes(file->png);
  } else {
    png_set_scale_16(file->png);  // Rounds 16 bits to 8 instead of cutting.
  }
  png_set_gray_to_rgb(file->png);
  png_set_add_alpha(file->png, is_deep ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
  png_read_update_info(file->png, file->info);
  size_t pixel = is_deep ? 8 : 4;
  if (png_get_rowbytes(file->png, file->info) != pixel * png_get_image_width(file->png, file->info))
    png_error(file->png, "Unexpected size of a row");
  return 1;
}

// Reads the next row, 4 or 8 bytes per column of the image. For an interlaced image it is a row of one
// pass: the pixels are at the start, and the rest is undefined.
FUDE_PNG_STEP int fude_png_read_row(fude_png *file, unsigned char *row) {
  if (setjmp(png_jmpbuf(file->png))) return 0;
  png_read_row(file->png, row, NULL);
  return 1;
}

// Reads to the end and checks the rest of the file.
FUDE_PNG_STEP int fude_png_finish_reading(fude_png *file) {
  if (setjmp(png_jmpbuf(file->png))) return 0;
  png_read_end(file->png, NULL);
  return 1;
}

// Writes everything before the image's data. `depth` is 8 or 16 bits a channel. `density` is in pixels per
// metre, 0 for unknown. `level` is zlib's 0...9. `filters` is a union of PNG_FILTER_ values. `profile` is the ICC profile
// of sRGB, of `profile_size` bytes; none if that is 0, as the image then says that it is sRGB in another way.
FUDE_PNG_STEP int fude_png_write_header(
  fude_png *file, unsigned int width, unsigned int height, int depth, int has_alpha, unsigned int density, int level,
  int filters, const unsigned char *profile, unsigned int profile_size) {
  if (setjmp(png_jmpbuf(file->png))) return 0;
  png_set_user_limits(file->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(file->png, level);
  png_set_compression_buffer_size(file->png, fude_png_buffer_size);
  png_set_filter(file->png, PNG_FILTER_TYPE_BASE, filters);
  png_set_IHDR(
    file->png, file->info, width, height, depth, has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
    PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  if (profile_size > 0) {
    png_set_iCCP(file->png, file->info, "sRGB", PNG_COMPRESSION_TYPE_BASE, profile, profile_size);
  } else {
    png_set_sRGB(file->png, file->info, PNG_sRGB_INTENT_PERCEPTUAL);
  }
  if (density > 0) png_set_pHYs(file->png, file->info, density, density, PNG_RESOLUTION_METER);
  png_write_info(file->png, file->info);
  if (depth == 16) fude_png_order_bytes(file->png);
  return 1;
}

FUDE_PNG_STEP int fude_png_write_row(fude_png *file, const unsigned char *row) {
  if (setjmp(png_jmpbuf(file->png))) return 0;
  png_write_row(file->png, row);
  return 1;
}

// Writes the end and passes all buffered bytes to the system.
FUDE_PNG_STEP int fude_png_finish_writing(fude_png *file) {
  if (setjmp(png_jmpbuf(file->png))) return 0;
  png_write_end(file->png, NULL);
  fude_png_flush(file->png);
  return 1;
}
