// Shared by device.c and udev.c: finds the simulated devices.
#pragma once
#include "kernel_input.h"
#include <stdbool.h>

// Device numbers of simulated devices, as in the kernel (Documentation/admin-guide/devices.txt):
// major 13, minors from 64.
enum { PRETENDED_MAJOR = 13, PRETENDED_MINOR = 64 };

// The rig's folder; NULL if the environment names none.
const char *pretended_folder(void);

// The N of a path /dev/input/eventN with a simulated device; -1 for any other path.
int pretended_number(const char *path);

// Reads the description of device `number`. Returns whether the device exists.
bool pretended_read(int number, struct kernel_input *device);
