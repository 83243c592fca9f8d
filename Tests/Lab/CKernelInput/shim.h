#pragma once
#include "../KernelInput/include/kernel_input.h"
