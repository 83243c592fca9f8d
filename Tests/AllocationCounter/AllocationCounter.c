// Replacements of malloc and related functions that count calls and forward them to glibc. A program
// may define these functions ("Replacing malloc" in glibc's manual), and the dynamic linker uses them
// for all libraries. Memory is still managed by glibc.
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

// This TLS model allocates no memory at a thread's first access.
#define PER_THREAD static _Thread_local __attribute__((tls_model("initial-exec")))

PER_THREAD int isCounting;
PER_THREAD long counted;

// Counts a call, unless the caller is in Cairo or pixman.
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

// ThreadSanitizer replaces malloc itself, and its free() accepts only its own memory. Nothing is
// counted then, and `.ci/soak` skips these tests.
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
