// Counts the allocations of the calling thread, by the program, the Swift runtime and all libraries.
#pragma once

/// Starts counting from zero, in this thread only.
void allocationCountBegin(void);

/// Stops counting in this thread. Returns the number of calls of malloc, calloc, realloc and their
/// aligned variants since the start.
long allocationCountEnd(void);
