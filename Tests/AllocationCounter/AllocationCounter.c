// The program's own malloc and its sisters, put before the C library's: glibc lets a program replace them by defining them
// ("Replacing malloc" in its manual), and the dynamic linker then takes these for all libraries as well. They do nothing
// but count and go on to glibc's under the names that it keeps for that, so memory is managed as ever, free() is glibc's
// own, and a thread that does not count pays a look at one variable.
#define _GNU_SOURCE
#include "AllocationCounter.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// The model that needs no memory of its own when a thread first looks.
#define PER_THREAD static _Thread_local __attribute__((tls_model("initial-exec")))

PER_THREAD int isCounting;
PER_THREAD long counted;

// Counts a call from a place in the code, unless that is in Cairo or pixman: what a fill takes there is theirs.
static void count(const void *caller) {
  Dl_info info;
  if (!isCounting) return;
  if (dladdr(caller, &info) && info.dli_fname &&
      (strstr(info.dli_fname, "libcairo") || strstr(info.dli_fname, "libpixman")))
    return;
  counted++;
}

void allocationCountBegin(void) {
  counted = 0;
  isCounting = 1;
}

long allocationCountEnd(void) {
  isCounting = 0;
  return counted;
}

// ThreadSanitizer replaces malloc itself, and its free() accepts only its own memory. Then nothing is
// counted, and `.ci/soak` skips the tests that count.
#if !__has_feature(thread_sanitizer)
void *malloc(size_t size) {
  count(__builtin_return_address(0));
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(__builtin_return_address(0));
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count(__builtin_return_address(0));
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  int before = errno;
  void *memory = __libc_memalign(alignment, size);
  errno = before;
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}
#endif
