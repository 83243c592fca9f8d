// Functions of libmypaint that mix pigments, under its names. The program exports them, so that the library calls these
// and not its own. They pass each call on: to the program's mixing in threads that ask for it, else to the library's.
#include "CMyPaint.h"

static MyPaintPigments library, program;
static MyPaintMix mix_of_library;
static MyPaintMixTo mix_of_program;
static _Thread_local int uses_program;

void mypaint_set_pigments(const MyPaintPigments *of_library, MyPaintMix library_mix, const MyPaintPigments *of_program,
                          MyPaintMixTo program_mix) {
  library = *of_library;
  mix_of_library = library_mix;
  program = *of_program;
  mix_of_program = program_mix;
}

void mypaint_use_pigments(int of_program) { uses_program = of_program; }

int mypaint_uses_pigments(void) { return uses_program > 1; }

#define EXPORTED __attribute__((visibility("default")))
#define CHOSEN (uses_program ? &program : &library)

EXPORTED void draw_dab_pixels_BlendMode_Normal_Paint(uint16_t *mask, uint16_t *rgba, uint16_t r, uint16_t g, uint16_t b,
                                                     uint16_t opacity) {
  if (uses_program) uses_program = 2;
  CHOSEN->draw(mask, rgba, r, g, b, opacity);
}

EXPORTED void draw_dab_pixels_BlendMode_Normal_and_Eraser_Paint(uint16_t *mask, uint16_t *rgba, uint16_t r, uint16_t g,
                                                                uint16_t b, uint16_t a, uint16_t opacity) {
  CHOSEN->draw_or_erase(mask, rgba, r, g, b, a, opacity);
}

EXPORTED void draw_dab_pixels_BlendMode_LockAlpha_Paint(uint16_t *mask, uint16_t *rgba, uint16_t r, uint16_t g,
                                                        uint16_t b, uint16_t opacity) {
  CHOSEN->draw_locked(mask, rgba, r, g, b, opacity);
}

EXPORTED void get_color_pixels_accumulate(uint16_t *mask, uint16_t *rgba, float *weight, float *r, float *g, float *b,
                                          float *a, float paint, uint16_t interval, float rate) {
  // The library's way to sample without pigments.
  if (paint < 0) return library.sample(mask, rgba, weight, r, g, b, a, paint, interval, rate);
  CHOSEN->sample(mask, rgba, weight, r, g, b, a, paint, interval, rate);
}

EXPORTED float *mix_colors(float *a, float *b, float share, float paint) {
  static _Thread_local float mixture[4];
  if (!uses_program) return mix_of_library(a, b, share, paint);
  mix_of_program(a, b, share, paint, mixture);
  return mixture;
}
