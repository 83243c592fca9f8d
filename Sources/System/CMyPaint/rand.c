// `rand` and `srand` with a state for each thread. The program exports them, so that libmypaint,
// which calls `rand`, binds to these and not to those of the C library, whose state belongs to the
// whole process. The numbers for a seed are those of glibc.
#define _GNU_SOURCE
#include "CMyPaint.h"
#include <dlfcn.h>
#include <stdlib.h>

static _Thread_local struct random_data generator;
static _Thread_local char state[128];
static _Thread_local int is_seeded;

__attribute__((visibility("default"))) void srand(unsigned seed) {
  if (is_seeded) {
    srandom_r(seed, &generator);
    return;
  }
  is_seeded = 1;
  initstate_r(seed, state, sizeof state, &generator);
}

__attribute__((visibility("default"))) int rand(void) {
  int32_t result = 0;
  if (!is_seeded) srand(1);
  random_r(&generator, &result);
  return result;
}

int mypaint_rand_is_ours(void) { return dlsym(RTLD_DEFAULT, "rand") == (void *)rand; }

void mypaint_seed_rand(unsigned seed) { srand(seed); }
