#pragma once
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/Xresource.h>
#include <X11/XKBlib.h>
#include <X11/keysym.h>
#include <X11/cursorfont.h>
#include <X11/Xcursor/Xcursor.h>
#include <X11/extensions/XInput.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/sync.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/shm.h>

// Xlib macros for data that its functions protect with locks. Use them only from the one thread
// that uses the display, and only if nothing but Xlib uses the connection. The macros do not know
// requests sent through XCB.

static inline unsigned long CX11NextRequest(Display *display) { return NextRequest(display); }

static inline int CX11QueueLength(Display *display) { return QLength(display); }

// Macros of images, which call functions that the image brings along.

static inline unsigned long CX11GetPixel(XImage *image, int x, int y) { return XGetPixel(image, x, y); }

static inline void CX11DestroyImage(XImage *image) { XDestroyImage(image); }

// Xlib takes an input method's values as variadic arguments, which Swift cannot pass.

static inline XIMStyles *CX11InputStyles(XIM method) {
  XIMStyles *styles = NULL;
  return XGetIMValues(method, XNQueryInputStyle, &styles, NULL) == NULL ? styles : NULL;
}

static inline void CX11SetDestroyCallback(XIM method, XIMCallback *callback) {
  XSetIMValues(method, XNDestroyCallback, callback, NULL);
}

static inline XIC CX11CreateContext(XIM method, XIMStyle style, Window window) {
  return XCreateIC(method, XNInputStyle, style, XNClientWindow, window, XNFocusWindow, window, NULL);
}

static inline XIC CX11CreateContextAtSpot(XIM method, XIMStyle style, Window window, XPoint spot, XFontSet fonts) {
  XVaNestedList place = XVaCreateNestedList(0, XNSpotLocation, &spot, XNFontSet, fonts, NULL);
  if (place == NULL) return NULL;
  XIC context =
      XCreateIC(method, XNInputStyle, style, XNClientWindow, window, XNFocusWindow, window, XNPreeditAttributes, place, NULL);
  XFree(place);
  return context;
}

static inline void CX11MoveSpot(XIC context, XPoint spot) {
  XVaNestedList place = XVaCreateNestedList(0, XNSpotLocation, &spot, NULL);
  if (place == NULL) return;
  XSetICValues(context, XNPreeditAttributes, place, NULL);
  XFree(place);
}

static inline long CX11FilterEvents(XIC context) {
  unsigned long mask = 0;
  return XGetICValues(context, XNFilterEvents, &mask, NULL) == NULL ? (long)mask : 0;
}
