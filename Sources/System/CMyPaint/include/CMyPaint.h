// The part of the ABI of libmypaint-1.5.so.1 (libmypaint 1.6) that Fude uses, and the random numbers
// and the mixing of pigments that Fude gives the library. The library is loaded when it is first used,
// so the build needs neither its headers nor the library.
#pragma once
#include <stdint.h>

typedef struct MyPaintSurface MyPaintSurface;
typedef struct MyPaintSurface2 MyPaintSurface2;
typedef struct MyPaintTiledSurface2 MyPaintTiledSurface2;

typedef struct {
  int x, y, width, height;
} MyPaintRectangle;

typedef struct {
  int num_rectangles;
  MyPaintRectangle *rectangles;
} MyPaintRectangles;

struct MyPaintSurface {
  int (*draw_dab)(MyPaintSurface *self, float x, float y, float radius, float r, float g, float b, float opaque,
                  float hardness, float alpha, float aspect_ratio, float angle, float lock_alpha, float colorize);
  void (*get_color)(MyPaintSurface *self, float x, float y, float radius, float *r, float *g, float *b, float *a);
  void (*begin_atomic)(MyPaintSurface *self);
  void (*end_atomic)(MyPaintSurface *self, MyPaintRectangle *roi);
  void (*destroy)(MyPaintSurface *self);
  void (*save_png)(MyPaintSurface *self, const char *path, int x, int y, int width, int height);
  int refcount;
};

struct MyPaintSurface2 {
  MyPaintSurface parent;
  int (*draw_dab_pigment)(MyPaintSurface2 *self, float x, float y, float radius, float r, float g, float b,
                          float opaque, float hardness, float alpha, float aspect_ratio, float angle,
                          float lock_alpha, float colorize, float posterize, float posterize_num, float paint);
  void (*get_color_pigment)(MyPaintSurface2 *self, float x, float y, float radius, float *r, float *g, float *b,
                            float *a, float paint);
  void (*end_atomic_multi)(MyPaintSurface2 *self, MyPaintRectangles *roi);
};

typedef struct {
  int tx, ty;
  int readonly;
  uint16_t *buffer;
  void *context;
  int thread_id;
  int mipmap_level;
} MyPaintTileRequest;

typedef struct {
  int type;
  float center_x, center_y, angle, num_lines;
} MyPaintSymmetryState;

typedef struct {
  MyPaintSymmetryState state_current, state_pending;
  int pending_changes;
  int active;
  int num_symmetry_matrices;
  void *symmetry_matrices;
} MyPaintSymmetryData;

typedef void (*MyPaintTileFunction)(MyPaintTiledSurface2 *self, MyPaintTileRequest *request);

struct MyPaintTiledSurface2 {
  MyPaintSurface2 parent;
  MyPaintTileFunction tile_request_start;
  MyPaintTileFunction tile_request_end;
  void *operation_queue;
  int threadsafe_tile_requests;
  int tile_size;
  MyPaintSymmetryData symmetry_data;
  int num_bboxes;
  int num_bboxes_dirtied;
  MyPaintRectangle *bboxes;
};

typedef struct {
  const char *cname;
  const char *name;
  int constant;
  float min, def, max;
  const char *tooltip;
} MyPaintBrushSettingInfo;

typedef struct {
  const char *cname;
  float hard_min, soft_min, normal, soft_max, hard_max;
  const char *name;
  const char *tooltip;
} MyPaintBrushInputInfo;

// A tiled surface and the object whose callbacks it calls.
typedef struct {
  MyPaintTiledSurface2 tiled;
  void *owner;
} MyPaintOwnedSurface;

// The library's assumptions about these sizes hold on every ABI with 64-bit pointers.
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(MyPaintSurface2) == 80, "MyPaintSurface2");
_Static_assert(sizeof(MyPaintTileRequest) == 40, "MyPaintTileRequest");
_Static_assert(sizeof(MyPaintSymmetryData) == 64, "MyPaintSymmetryData");
_Static_assert(sizeof(MyPaintTiledSurface2) == 192, "MyPaintTiledSurface2");
_Static_assert(sizeof(MyPaintBrushSettingInfo) == 40, "MyPaintBrushSettingInfo");
_Static_assert(sizeof(MyPaintBrushInputInfo) == 48, "MyPaintBrushInputInfo");
#endif

// Whether a library that is loaded from now on gets the `rand` of this program.
int mypaint_rand_is_ours(void);
// Sets the state of the calling thread's `rand`.
void mypaint_seed_rand(unsigned seed);

// The library's functions that mix pigments. A mask has runs of shares other than 0, each ended by a 0 and the number of
// values of `rgba` to leave out, 0 at the end. `rgba` is premultiplied; 1.0 is 1 << 15, also in masks and colours.
typedef struct {
  // `draw_dab_pixels_BlendMode_Normal_Paint`
  void (*draw)(uint16_t *mask, uint16_t *rgba, uint16_t r, uint16_t g, uint16_t b, uint16_t opacity);
  // `draw_dab_pixels_BlendMode_Normal_and_Eraser_Paint`
  void (*draw_or_erase)(uint16_t *mask, uint16_t *rgba, uint16_t r, uint16_t g, uint16_t b, uint16_t a,
                        uint16_t opacity);
  // `draw_dab_pixels_BlendMode_LockAlpha_Paint`
  void (*draw_locked)(uint16_t *mask, uint16_t *rgba, uint16_t r, uint16_t g, uint16_t b, uint16_t opacity);
  // `get_color_pixels_accumulate`
  void (*sample)(uint16_t *mask, uint16_t *rgba, float *weight, float *r, float *g, float *b, float *a, float paint,
                 uint16_t interval, float rate);
} MyPaintPigments;

// `mix_colors`: the share is that of `a`. Colours are straight, red, green, blue and alpha. The library returns memory of
// its own.
typedef float *(*MyPaintMix)(float *a, float *b, float share, float paint);
typedef void (*MyPaintMixTo)(const float *a, const float *b, float share, float paint, float *mixture);

// Sets the functions that mix pigments for the library. To be called before it mixes any.
void mypaint_set_pigments(const MyPaintPigments *of_library, MyPaintMix library_mix, const MyPaintPigments *of_program,
                          MyPaintMixTo program_mix);
// Chooses the functions for the calling thread: the program's or, as at first, the library's.
void mypaint_use_pigments(int of_program);
// Whether the library called the program's function for a plain dab since the calling thread chose the program's.
int mypaint_uses_pigments(void);
