#pragma once
#include <gio/gio.h>

// GIO takes callbacks of various types as G_CALLBACK, a cast that Swift cannot do safely.

static inline gulong CGIOConnectClosed(
    GDBusConnection *connection, void (*closed)(GDBusConnection *, gboolean, GError *, gpointer), gpointer data) {
  return g_signal_connect(connection, "closed", G_CALLBACK(closed), data);
}

static inline GSource *CGIOCancelledSource(
    GCancellable *cancellable, gboolean (*cancelled)(GCancellable *, gpointer), gpointer data) {
  GSource *source = g_cancellable_source_new(cancellable);
  g_source_set_callback(source, G_SOURCE_FUNC(cancelled), data, NULL);
  return source;
}
