// Replaces libudev in an X server. It reports only the simulated devices (kernel_input.h), so a
// test never sees the machine's own devices.
//
// It has those functions of libudev.h (systemd) that Xorg, libinput and libgudev call; libwacom
// uses libgudev. Functions that set filters accept everything, because all devices are input
// devices.
//
// As on a real machine, a device has two nodes: inputM has the name and IDs, and its child eventN
// can be opened.
#define _GNU_SOURCE
#include "pretended.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

struct udev {
  int count;
};

// An entry of a list of names and values. The list's owner frees it.
struct udev_list_entry {
  struct udev_list_entry *next;
  char *name, *value;
};

struct udev_device {
  int count;  // references
  int number; // the N of eventN
  bool is_event;
  const char *action; // event reported by a monitor, else NULL
  struct udev_device *parent; // inputM of eventN; owned
  struct udev_list_entry *properties;
  struct udev *udev;
  char path[64], node[32];
};

struct udev_enumerate {
  int count;
  bool wants_input;
  struct udev_list_entry *found;
  struct udev *udev;
};

struct udev_monitor {
  int count;
  int watch; // inotify(7) watch of the rig's folder, -1 if none
  struct udev *udev;
};

// MARK: The library's context

struct udev *udev_new(void) {
  struct udev *udev = calloc(1, sizeof *udev);
  if (udev) udev->count = 1;
  return udev;
}

struct udev *udev_ref(struct udev *udev) {
  if (udev) udev->count++;
  return udev;
}

struct udev *udev_unref(struct udev *udev) {
  if (udev && --udev->count == 0) free(udev);
  return NULL;
}

// MARK: Lists

struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) { return entry ? entry->next : NULL; }
const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return entry ? entry->name : NULL; }
const char *udev_list_entry_get_value(struct udev_list_entry *entry) { return entry ? entry->value : NULL; }

__attribute__((format(printf, 3, 4))) static void
add(struct udev_list_entry **list, const char *name, const char *format, ...) {
  struct udev_list_entry *entry = calloc(1, sizeof *entry);
  if (!entry) return;
  va_list values;
  va_start(values, format);
  if (vasprintf(&entry->value, format, values) < 0) entry->value = NULL;
  va_end(values);
  entry->name = strdup(name);
  while (*list) list = &(*list)->next;
  *list = entry;
}

static void free_list(struct udev_list_entry *list) {
  while (list) {
    struct udev_list_entry *next = list->next;
    free(list->name);
    free(list->value);
    free(list);
    list = next;
  }
}

// MARK: Devices

#define SYSTEM_FOLDER "/sys/devices/virtual/input"

static struct udev_device *make(struct udev *udev, int number, const char *action, bool is_event) {
  struct udev_device *made = calloc(1, sizeof *made);
  struct kernel_input device;
  bool is_here = pretended_read(number, &device);
  // Of a removed device only the path is still known.
  if (!made || (!is_here && !action)) {
    free(made);
    return NULL;
  }
  *made = (struct udev_device){
      .count = 1, .number = number, .is_event = is_event, .action = action, .udev = udev_ref(udev)};
  if (is_event) {
    snprintf(made->path, sizeof made->path, SYSTEM_FOLDER "/input%d/event%d", number, number);
    snprintf(made->node, sizeof made->node, "/dev/input/event%d", number);
    add(&made->properties, "DEVNAME", "%s", made->node);
    add(&made->properties, "MAJOR", "%d", PRETENDED_MAJOR);
    add(&made->properties, "MINOR", "%d", PRETENDED_MINOR + number);
    made->parent = make(udev, number, action, false);
  } else {
    snprintf(made->path, sizeof made->path, SYSTEM_FOLDER "/input%d", number);
  }
  add(&made->properties, "DEVPATH", "%s", made->path + strlen("/sys"));
  add(&made->properties, "SUBSYSTEM", "input");
  if (action) add(&made->properties, "ACTION", "%s", action);
  if (!is_here) return made;
  add(&made->properties, "ID_INPUT", "1");
  if (device.udev_kind[0]) add(&made->properties, device.udev_kind, "1");
  if (is_event) {
    add(&made->properties, "ID_BUS", "usb");
    add(&made->properties, "ID_VENDOR_ID", "%04x", device.vendor);
    add(&made->properties, "ID_MODEL_ID", "%04x", device.product);
  } else {
    add(&made->properties, "NAME", "%s", device.name);
    // Bus (3 is USB), vendor, product, version.
    add(&made->properties, "PRODUCT", "3/%x/%x/110", device.vendor, device.product);
  }
  return made;
}

struct udev_device *udev_device_ref(struct udev_device *device) {
  if (device) device->count++;
  return device;
}

struct udev_device *udev_device_unref(struct udev_device *device) {
  if (!device || --device->count > 0) return NULL;
  udev_device_unref(device->parent);
  udev_unref(device->udev);
  free_list(device->properties);
  free(device);
  return NULL;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
  int number, other, end = 0;
  if (sscanf(path, SYSTEM_FOLDER "/input%d/event%d%n", &number, &other, &end) == 2 && !path[end] && number == other)
    return make(udev, number, NULL, true);
  if (sscanf(path, SYSTEM_FOLDER "/input%d%n", &number, &end) == 1 && !path[end])
    return make(udev, number, NULL, false);
  return NULL;
}

struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number) {
  if (type != 'c' || major(number) != PRETENDED_MAJOR) return NULL;
  return make(udev, (int)minor(number) - PRETENDED_MINOR, NULL, true);
}

struct udev_device *
udev_device_new_from_subsystem_sysname(struct udev *udev, const char *subsystem, const char *name) {
  int number, end = 0;
  if (strcmp(subsystem, "input")) return NULL;
  if (sscanf(name, "event%d%n", &number, &end) == 1 && !name[end]) return make(udev, number, NULL, true);
  if (sscanf(name, "input%d%n", &number, &end) == 1 && !name[end]) return make(udev, number, NULL, false);
  return NULL;
}

const char *udev_device_get_property_value(struct udev_device *device, const char *name) {
  for (struct udev_list_entry *entry = device->properties; entry; entry = entry->next)
    if (!strcmp(entry->name, name)) return entry->value;
  return NULL;
}

const char *udev_device_get_sysname(struct udev_device *device) { return strrchr(device->path, '/') + 1; }
const char *udev_device_get_sysnum(struct udev_device *device) {
  return udev_device_get_sysname(device) + strlen(device->is_event ? "event" : "input");
}
const char *udev_device_get_syspath(struct udev_device *device) { return device->path; }
const char *udev_device_get_devnode(struct udev_device *device) { return device->is_event ? device->node : NULL; }
dev_t udev_device_get_devnum(struct udev_device *device) {
  return device->is_event ? makedev(PRETENDED_MAJOR, PRETENDED_MINOR + device->number) : makedev(0, 0);
}
const char *udev_device_get_action(struct udev_device *device) { return device->action; }
const char *udev_device_get_subsystem(struct udev_device *device) { return device ? "input" : NULL; }
struct udev *udev_device_get_udev(struct udev_device *device) { return device->udev; }
struct udev_device *udev_device_get_parent(struct udev_device *device) { return device->parent; }
struct udev_list_entry *udev_device_get_properties_list_entry(struct udev_device *device) {
  return device->properties;
}
int udev_device_get_is_initialized(struct udev_device *device) { return device != NULL; }
unsigned long long udev_device_get_usec_since_initialized(struct udev_device *device) { return device != NULL; }

// Properties that a simulated device does not have: bus, driver, attributes, tags, links, other
// names.
struct udev_device *udev_device_get_parent_with_subsystem_devtype(
    struct udev_device *device, const char *subsystem, const char *type) {
  return !strcmp(subsystem, "input") && !type ? device->parent : NULL;
}
const char *udev_device_get_devtype(struct udev_device *device) { return (void)device, NULL; }
const char *udev_device_get_driver(struct udev_device *device) { return (void)device, NULL; }
unsigned long long udev_device_get_seqnum(struct udev_device *device) { return (void)device, 0; }
const char *udev_device_get_sysattr_value(struct udev_device *device, const char *name) {
  return (void)device, (void)name, NULL;
}
struct udev_list_entry *udev_device_get_sysattr_list_entry(struct udev_device *device) { return (void)device, NULL; }
struct udev_list_entry *udev_device_get_tags_list_entry(struct udev_device *device) { return (void)device, NULL; }
struct udev_list_entry *udev_device_get_devlinks_list_entry(struct udev_device *device) { return (void)device, NULL; }

// MARK: Enumeration

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
  struct udev_enumerate *search = calloc(1, sizeof *search);
  if (search) *search = (struct udev_enumerate){.count = 1, .udev = udev_ref(udev)};
  return search;
}

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *search) {
  if (!search || --search->count > 0) return NULL;
  udev_unref(search->udev);
  free_list(search->found);
  free(search);
  return NULL;
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *search, const char *subsystem) {
  if (!strcmp(subsystem, "input")) search->wants_input = true;
  return 0;
}

#define TAKES_ALL(name, ...)                                                                                           \
  int name(struct udev_enumerate *search, ##__VA_ARGS__) { return search ? 0 : -EINVAL; }
TAKES_ALL(udev_enumerate_add_nomatch_subsystem, const char *a)
TAKES_ALL(udev_enumerate_add_match_sysattr, const char *a, const char *b)
TAKES_ALL(udev_enumerate_add_nomatch_sysattr, const char *a, const char *b)
TAKES_ALL(udev_enumerate_add_match_property, const char *a, const char *b)
TAKES_ALL(udev_enumerate_add_match_sysname, const char *a)
TAKES_ALL(udev_enumerate_add_match_tag, const char *a)
TAKES_ALL(udev_enumerate_add_match_is_initialized)
TAKES_ALL(udev_enumerate_add_syspath, const char *a)

int udev_enumerate_scan_devices(struct udev_enumerate *search) {
  for (int number = 0; search->wants_input && number <= KERNEL_INPUT_LAST; number++) {
    struct kernel_input device;
    if (!pretended_read(number, &device)) continue;
    char path[64];
    snprintf(path, sizeof path, SYSTEM_FOLDER "/input%d/event%d", number, number);
    add(&search->found, path, "%s", "");
  }
  return 0;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *search) { return search->found; }
struct udev *udev_enumerate_get_udev(struct udev_enumerate *search) { return search->udev; }

// MARK: Monitoring

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
  struct udev_monitor *monitor = calloc(1, sizeof *monitor);
  if (!monitor) return NULL;
  *monitor = (struct udev_monitor){.count = 1, .watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC), .udev = udev_ref(udev)};
  return (void)name, monitor;
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) {
  if (!monitor || --monitor->count > 0) return NULL;
  if (monitor->watch >= 0) close(monitor->watch);
  udev_unref(monitor->udev);
  free(monitor);
  return NULL;
}

int udev_monitor_filter_add_match_subsystem_devtype(
    struct udev_monitor *monitor, const char *subsystem, const char *type) {
  return (void)monitor, (void)subsystem, (void)type, 0;
}
int udev_monitor_filter_add_match_tag(struct udev_monitor *monitor, const char *tag) {
  return (void)monitor, (void)tag, 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) {
  const char *folder = pretended_folder();
  if (!folder) return 0;
  return inotify_add_watch(monitor->watch, folder, IN_MOVED_TO | IN_DELETE | IN_ONLYDIR) < 0 ? -errno : 0;
}

int udev_monitor_get_fd(struct udev_monitor *monitor) { return monitor->watch; }
struct udev *udev_monitor_get_udev(struct udev_monitor *monitor) { return monitor->udev; }

// Reads one event per call, because Xorg calls once whenever the descriptor is readable. The buffer
// fits one event; inotify pads its name to 16 bytes.
struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
  union {
    struct inotify_event event;
    char bytes[sizeof(struct inotify_event) + 16];
  } news;
  if (read(monitor->watch, &news, sizeof news) <= 0 || !news.event.len) return NULL;
  int number, end = 0;
  if (sscanf(news.event.name, "event%d%n", &number, &end) != 1 || news.event.name[end]) return NULL;
  return make(monitor->udev, number, news.event.mask & IN_DELETE ? "remove" : "add", true);
}
