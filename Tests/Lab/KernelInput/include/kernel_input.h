// The interface between the rig and the library preloaded into an X server
// (Tests/Lab/KernelInput). It describes how to simulate kernel input devices.
//
// The environment variable KERNEL_INPUT_FOLDER names a folder that replaces /dev/input and udev's
// data. A device has two entries in it; N is 0...KERNEL_INPUT_LAST:
//
//   eventN         A file with exactly one `struct kernel_input`. The device exists while the file
//                  exists, so write it under another name and rename it. Removing it unplugs the
//                  device.
//   eventN.socket  A listening Unix socket, created before the file. Opening /dev/input/eventN in
//                  the server connects to it. The server reads `struct kernel_input_event`s from
//                  it. When the connection ends, reads fail with ENODEV, as for a removed device.
//
// The folder contains nothing else. Nothing is sent back: no lights, no grabs, no other clock than
// CLOCK_MONOTONIC.
#pragma once
#include <linux/input-event-codes.h>
#include <stdint.h>

#define KERNEL_INPUT_FOLDER "KERNEL_INPUT_FOLDER"
#define KERNEL_INPUT_LAST 31

// An axis: its range, and units per mm, or per radian of a tilt (`struct input_absinfo`).
struct kernel_input_range {
  int32_t minimum, maximum, resolution;
};

// The properties of a USB device that the kernel and udev report. Codes are those of
// linux/input-event-codes.h. In a bit field, code c is bit c % 8 (from the lowest) of byte c / 8.
struct kernel_input {
  // The name and the udev property of its kind ("ID_INPUT_TABLET"), both terminated by a zero.
  char name[80], udev_kind[32];
  uint16_t vendor, product;
  uint8_t properties[INPUT_PROP_CNT / 8];
  uint8_t keys[KEY_CNT / 8];
  uint8_t axes[ABS_CNT / 8];
  // Only for axes that the device has.
  struct kernel_input_range ranges[ABS_CNT];
};

// An event in the kernel's layout for 64-bit machines (`struct input_event`).
struct kernel_input_event {
  int64_t seconds, microseconds;
  uint16_t type, code;
  int32_t value;
};
