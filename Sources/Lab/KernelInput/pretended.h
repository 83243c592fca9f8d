// What the two halves of the library share: finding the devices that the rig pretends.
#pragma once
#include "kernel_input.h"
#include <stdbool.h>

// The numbers of the pretended devices as the kernel numbers its own (Documentation/admin-guide/devices.txt): major 13,
// minors from 64.
enum { PRETENDED_MAJOR = 13, PRETENDED_MINOR = 64 };

// The folder of the rig; NULL where it has named none.
const char *pretended_folder(void);

// The N of a path /dev/input/eventN at which a device is pretended now; -1 of any other path.
int pretended_number(const char *path);

// Reads what is said of device `number`. Whether there is one.
bool pretended_read(int number, struct kernel_input *device);
