#pragma once

/// Always 1. Something must refer to this file's object, or a static link leaves it and its `sendfile` out.
int fpsim_sendfile_is_linked(void);
