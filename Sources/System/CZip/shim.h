// libzip for Swift.
//
// libzip's own writer makes a temporary file and renames it without syncing it to the disk. So here
// an archive is written to a descriptor borrowed from the caller, who also decides how the file
// gets its name.
#pragma once
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zip.h>

// The destination of an archive. It belongs to the zip_source_t that fude_zip_output_source makes,
// and is freed with it.
typedef struct fude_zip_output {
  int descriptor;       // Borrowed from the caller, who closes it. Empty, at its beginning.
  zip_int64_t position; // The offset of the next byte.
  zip_error_t error;
  int *failure;         // The caller's variable: errno of a failed write, else unchanged.
} fude_zip_output;

__attribute__((unused)) static zip_int64_t fude_zip_output_step(
  void *state, void *data, zip_uint64_t length, zip_source_cmd_t command) {
  fude_zip_output *output = (fude_zip_output *)state;
  switch (command) {
  case ZIP_SOURCE_SUPPORTS:
    return ZIP_SOURCE_SUPPORTS_WRITABLE;
  case ZIP_SOURCE_STAT: {
    if (length < sizeof(zip_stat_t)) {
      zip_error_set(&output->error, ZIP_ER_INVAL, 0);
      return -1;
    }
    zip_stat_t *stat = (zip_stat_t *)data;
    zip_stat_init(stat);
    stat->size = 0;
    stat->valid |= ZIP_STAT_SIZE;
    return sizeof *stat;
  }
  // There is nothing to read: the archive is always new.
  case ZIP_SOURCE_OPEN:
  case ZIP_SOURCE_CLOSE:
  case ZIP_SOURCE_READ:
  case ZIP_SOURCE_SEEK:
  case ZIP_SOURCE_TELL:
    return 0;
  case ZIP_SOURCE_BEGIN_WRITE:
    output->position = 0;
    return 0;
  case ZIP_SOURCE_WRITE: {
    zip_uint64_t done = 0;
    while (done < length) {
      ssize_t put = pwrite(output->descriptor, (const char *)data + done, length - done, output->position);
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0) {
        int code = put < 0 ? errno : EIO;
        *output->failure = code;
        zip_error_set(&output->error, ZIP_ER_WRITE, code);
        return -1;
      }
      done += (zip_uint64_t)put;
      output->position += put;
    }
    return (zip_int64_t)length;
  }
  case ZIP_SOURCE_SEEK_WRITE: {
    // libzip seeks only within the written bytes or to their end.
    const zip_source_args_seek_t *seek = (const zip_source_args_seek_t *)data;
    zip_int64_t base = 0;
    if (length < sizeof *seek || seek->whence == SEEK_END) {
      zip_error_set(&output->error, ZIP_ER_INVAL, 0);
      return -1;
    }
    if (seek->whence == SEEK_CUR) base = output->position;
    if (base + seek->offset < 0) {
      zip_error_set(&output->error, ZIP_ER_SEEK, EINVAL);
      return -1;
    }
    output->position = base + seek->offset;
    return 0;
  }
  case ZIP_SOURCE_TELL_WRITE:
    return output->position;
  case ZIP_SOURCE_COMMIT_WRITE:
  case ZIP_SOURCE_ROLLBACK_WRITE:
  case ZIP_SOURCE_REMOVE:
    return 0;
  case ZIP_SOURCE_ERROR:
    return zip_error_to_data(&output->error, data, length);
  case ZIP_SOURCE_FREE:
    free(output);
    return 0;
  default:
    zip_error_set(&output->error, ZIP_ER_OPNOTSUPP, 0);
    return -1;
  }
}

// Makes a source for a new archive on a descriptor; NULL if memory is short. `failure` must outlive
// it.
__attribute__((unused)) static zip_source_t *fude_zip_output_source(int descriptor, int *failure) {
  fude_zip_output *output = (fude_zip_output *)calloc(1, sizeof *output);
  if (!output) return NULL;
  output->descriptor = descriptor;
  output->failure = failure;
  zip_error_init(&output->error);
  zip_source_t *source = zip_source_function_create(fude_zip_output_step, output, NULL);
  if (!source) free(output);
  return source;
}
