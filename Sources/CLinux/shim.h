#pragma once
#include <linux/landlock.h>
