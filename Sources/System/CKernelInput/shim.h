#pragma once
#include "../../Lab/KernelInput/include/kernel_input.h"
