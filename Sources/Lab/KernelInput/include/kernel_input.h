// Between the rig and the library that it has preloaded into an X server (Sources/KernelInput): how devices are pretended
// that no kernel has.
//
// The folder named by the environment variable KERNEL_INPUT_FOLDER stands for /dev/input and for what udev knows of it.
// A device is two entries in it, N being from 0 to KERNEL_INPUT_LAST:
//
//   eventN         a file of exactly one `struct kernel_input`: the device is there from the moment at which the file is, so
//                  it is written elsewhere and renamed; removing it is unplugging the device, as udev tells it
//   eventN.socket  a Unix socket that was made before and that listens: whoever opens /dev/input/eventN in the server
//                  connects to it, and gets what is written there, `struct kernel_input_event`s, as if the kernel sent it;
//                  when the connection ends, reading fails with ENODEV, as of a device that is gone
//
// Nothing else is put there. Nothing flows back: no lights, no grabs, no other clock than CLOCK_MONOTONIC.
#pragma once
#include <linux/input-event-codes.h>
#include <stdint.h>

#define KERNEL_INPUT_FOLDER "KERNEL_INPUT_FOLDER"
#define KERNEL_INPUT_LAST 31

// What the kernel tells of an axis: its values, and units per mm, or per radian of a tilt (`struct input_absinfo`).
struct kernel_input_range {
  int32_t minimum, maximum, resolution;
};

// What the kernel and udev say of a device on the USB. Codes are those of linux/input-event-codes.h; in a field of bits
// code c is bit c % 8, from the lowest, of byte c / 8.
struct kernel_input {
  // Its name, and udev's word on what it is ("ID_INPUT_TABLET"), each ended by a zero.
  char name[80], udev_kind[32];
  uint16_t vendor, product;
  uint8_t properties[INPUT_PROP_CNT / 8];
  uint8_t keys[KEY_CNT / 8];
  uint8_t axes[ABS_CNT / 8];
  // Of the axes that it has.
  struct kernel_input_range ranges[ABS_CNT];
};

// An event as the kernel lays it out on machines of 64 bits (`struct input_event`).
struct kernel_input_event {
  int64_t seconds, microseconds;
  uint16_t type, code;
  int32_t value;
};
