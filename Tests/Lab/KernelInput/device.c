// Overrides functions of the C library in an X server, by LD_PRELOAD. /dev/input/eventN is a
// simulated device (kernel_input.h); all other calls pass to the original functions.
//
// Xorg reads its devices on a thread of its own. The only state is a table by descriptor. An entry
// is written only while its descriptor is not in use elsewhere: when it is opened and closed.
#define _GNU_SOURCE
#include "pretended.h"
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

static_assert(
    sizeof(struct kernel_input_event) == sizeof(struct input_event)
        && offsetof(struct kernel_input_event, type) == offsetof(struct input_event, type)
        && offsetof(struct kernel_input_event, value) == offsetof(struct input_event, value),
    "the kernel lays events out otherwise on this machine");

// The original function of that name, which would be called without this library.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Open simulated devices by descriptor. A server has few descriptors; opening fails for a higher
// number.
enum { DESCRIPTORS = 1024 };
struct opened {
  int number;
  struct kernel_input device;
};
static struct opened *opened[DESCRIPTORS];

static struct opened *find(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS ? __atomic_load_n(&opened[descriptor], __ATOMIC_ACQUIRE) : NULL;
}

const char *pretended_folder(void) { return getenv(KERNEL_INPUT_FOLDER); }

bool pretended_read(int number, struct kernel_input *device) {
  const char *folder = pretended_folder();
  char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
  if (!folder || number < 0 || number > KERNEL_INPUT_LAST) return false;
  if (snprintf(path, sizeof path, "%s/event%d", folder, number) >= (int)sizeof path) return false;
  int file = NEXT(open)(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = NEXT(read)(file, device, sizeof *device);
  NEXT(close)(file);
  device->name[sizeof device->name - 1] = device->udev_kind[sizeof device->udev_kind - 1] = 0;
  return count == (ssize_t)sizeof *device;
}

int pretended_number(const char *path) {
  int number = -1, end = 0;
  if (!path || sscanf(path, "/dev/input/event%2d%n", &number, &end) != 1 || path[end]) return -1;
  struct kernel_input device;
  return pretended_read(number, &device) ? number : -1;
}

// MARK: Opening and closing

static int connect_to(int number) {
  struct opened *entry = malloc(sizeof *entry);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (!entry || descriptor < 0 || descriptor >= DESCRIPTORS) goto failed;
  entry->number = number;
  if (!pretended_read(number, &entry->device)) goto failed;
  snprintf(address.sun_path, sizeof address.sun_path, "%s/event%d.socket", pretended_folder(), number);
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address)) goto failed;
  __atomic_store_n(&opened[descriptor], entry, __ATOMIC_RELEASE);
  return descriptor;
failed:
  free(entry);
  if (descriptor >= 0) NEXT(close)(descriptor);
  errno = ENODEV;
  return -1;
}

// All names of open(2): also those for large files and for _FORTIFY_SOURCE.
#define OPEN(name)                                                                                                     \
  int name(const char *path, int flags, ...) {                                                                         \
    int number = pretended_number(path);                                                                               \
    if (number >= 0) return connect_to(number);                                                                        \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                          \
    va_end(rest);                                                                                                      \
    return NEXT(name)(path, flags, mode);                                                                              \
  }
OPEN(open)
OPEN(open64)

#define OPEN_2(name)                                                                                                   \
  int name(const char *path, int flags);                                                                               \
  int name(const char *path, int flags) {                                                                              \
    int number = pretended_number(path);                                                                               \
    return number >= 0 ? connect_to(number) : NEXT(name)(path, flags);                                                 \
  }
OPEN_2(__open_2)
OPEN_2(__open64_2)

int close(int descriptor) {
  struct opened *entry = find(descriptor);
  if (entry) {
    __atomic_store_n(&opened[descriptor], NULL, __ATOMIC_RELEASE);
    free(entry);
  }
  return NEXT(close)(descriptor);
}

// MARK: Reading

// The other end has closed: the device was unplugged.
static ssize_t gone_at_end(int descriptor, ssize_t count, size_t wanted) {
  if (count != 0 || wanted == 0 || !find(descriptor)) return count;
  errno = ENODEV;
  return -1;
}

ssize_t read(int descriptor, void *bytes, size_t size) {
  static __typeof__(&read) next;
  if (!next) next = NEXT(read);
  return gone_at_end(descriptor, next(descriptor, bytes, size), size);
}

ssize_t __read_chk(int descriptor, void *bytes, size_t size, size_t capacity);
ssize_t __read_chk(int descriptor, void *bytes, size_t size, size_t capacity) {
  if (size > capacity) abort();
  return read(descriptor, bytes, size);
}

// MARK: Queries

// libinput and the wacom driver check that a path and a descriptor belong to the device that udev
// reported.
#define DISGUISE(status, number)                                                                                       \
  do {                                                                                                                 \
    (status)->st_mode = S_IFCHR | 0600;                                                                                \
    (status)->st_rdev = makedev(PRETENDED_MAJOR, PRETENDED_MINOR + (number));                                          \
  } while (0)

#define STAT(name, type)                                                                                               \
  int name(const char *path, struct type *status) {                                                                    \
    int number = pretended_number(path);                                                                               \
    if (number < 0) return NEXT(name)(path, status);                                                                   \
    memset(status, 0, sizeof *status);                                                                                 \
    DISGUISE(status, number);                                                                                          \
    return 0;                                                                                                          \
  }
STAT(stat, stat)
STAT(stat64, stat64)

#define FSTAT(name, type)                                                                                              \
  int name(int descriptor, struct type *status) {                                                                      \
    int result = NEXT(name)(descriptor, status);                                                                       \
    struct opened *entry = find(descriptor);                                                                           \
    if (!result && entry) DISGUISE(status, entry->number);                                                             \
    return result;                                                                                                     \
  }
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

// Copies `size` bytes to a buffer of `room` bytes and fills the rest with zeros. Returns the number
// of bytes copied.
static int give(void *to, size_t room, const void *from, size_t size) {
  size_t count = size < room ? size : room;
  memset(to, 0, room);
  if (count > 0) memcpy(to, from, count);
  return (int)count;
}

static bool has_axes(const struct kernel_input *device) {
  for (size_t i = 0; i < sizeof device->axes; i++)
    if (device->axes[i]) return true;
  return false;
}

// A device with axes has tools with serial numbers.
static int give_bits(const struct kernel_input *device, int type, void *to, size_t room) {
  static const uint8_t misc[] = {1 << MSC_SERIAL};
  uint8_t types = 1 << EV_SYN | 1 << EV_KEY;
  if (has_axes(device)) types |= 1 << EV_ABS | 1 << EV_MSC;
  switch (type) {
  case 0: return give(to, room, &types, sizeof types);
  case EV_KEY: return give(to, room, device->keys, sizeof device->keys);
  case EV_ABS: return give(to, room, device->axes, sizeof device->axes);
  case EV_MSC: return give(to, room, misc, sizeof misc);
  default: return give(to, room, NULL, 0);
  }
}

static int give_range(const struct kernel_input *device, unsigned axis, void *to, size_t room) {
  if (!(device->axes[axis / 8] & 1 << axis % 8)) {
    errno = EINVAL;
    return -1;
  }
  const struct kernel_input_range *range = &device->ranges[axis];
  struct input_absinfo told = {
      .minimum = range->minimum, .maximum = range->maximum, .resolution = range->resolution};
  return give(to, room, &told, sizeof told), 0;
}

static int give_id(const struct kernel_input *device, void *to, size_t room) {
  struct input_id id = {.bustype = BUS_USB, .vendor = device->vendor, .product = device->product, .version = 0x110};
  return give(to, room, &id, sizeof id), 0;
}

// The queries of linux/input.h that drivers use. Some request numbers form ranges, so compare the
// number, not the whole request.
static int answer(const struct kernel_input *device, unsigned long request, void *to) {
  unsigned number = _IOC_NR(request);
  size_t room = _IOC_SIZE(request);
  if (_IOC_TYPE(request) != 'E') {
    errno = ENOTTY;
    return -1;
  }
  if (request == EVIOCGVERSION) return *(int *)to = EV_VERSION, 0;
  if (request == EVIOCGID) return give_id(device, to, room);
  if (number == _IOC_NR(EVIOCGNAME(0))) return give(to, room, device->name, strlen(device->name) + 1);
  if (number == _IOC_NR(EVIOCGPHYS(0)) || number == _IOC_NR(EVIOCGUNIQ(0))) return give(to, room, "", 1);
  if (number == _IOC_NR(EVIOCGPROP(0))) return give(to, room, device->properties, sizeof device->properties);
  // A newly opened device has no pressed keys, lights or active switches.
  if (number == _IOC_NR(EVIOCGKEY(0)) || number == _IOC_NR(EVIOCGLED(0)) || number == _IOC_NR(EVIOCGSW(0)))
    return give(to, room, NULL, 0);
  if (number >= _IOC_NR(EVIOCGBIT(0, 0)) && number <= _IOC_NR(EVIOCGBIT(EV_MAX, 0)))
    return give_bits(device, (int)(number - _IOC_NR(EVIOCGBIT(0, 0))), to, room);
  if (number >= _IOC_NR(EVIOCGABS(0)) && number <= _IOC_NR(EVIOCGABS(ABS_MAX)))
    return give_range(device, number - _IOC_NR(EVIOCGABS(0)), to, room);
  if (number == _IOC_NR(EVIOCGRAB) || number == _IOC_NR(EVIOCREVOKE) || number == _IOC_NR(EVIOCSCLOCKID)) return 0;
  errno = EINVAL;
  return -1;
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *to = va_arg(rest, void *);
  va_end(rest);
  struct opened *entry = find(descriptor);
  return entry ? answer(&entry->device, request, to) : NEXT(ioctl)(descriptor, request, to);
}
