// Counts how often the calling thread asks the heap for memory: the program, the Swift runtime and all libraries.
#pragma once

/// Begins to count from nothing, in this thread alone.
void allocationCountBegin(void);

/// Ends counting in this thread and says how many calls of malloc, calloc, realloc and their aligned sisters there were
/// since it began.
long allocationCountEnd(void);
