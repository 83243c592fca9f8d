// Counts how often the calling thread asks the heap for memory, and on whose behalf.
#pragma once

/// Calls of malloc, calloc, realloc and their aligned sisters.
struct AllocationCount {
  /// From the program itself, the Swift runtime included, and from all libraries but those below.
  long own;
  /// From within Cairo and pixman.
  long cairo;
};

/// Begins to count from nothing, in this thread alone.
void allocationCountBegin(void);

/// Ends counting in this thread and says what was counted since it began.
struct AllocationCount allocationCountEnd(void);
