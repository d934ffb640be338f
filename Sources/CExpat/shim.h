#pragma once
#include <dlfcn.h>
#include <expat.h>

// What dlsym(3) finds, with the type that Swift has no word for: that of a function by its name.
#define FPSIM_LOADED(name) \
    static inline __typeof__(&name) fpsim_##name(void *library) { return (__typeof__(&name))dlsym(library, #name); }
FPSIM_LOADED(XML_ParserCreate)
FPSIM_LOADED(XML_ParserFree)
FPSIM_LOADED(XML_SetUserData)
FPSIM_LOADED(XML_SetStartElementHandler)
FPSIM_LOADED(XML_Parse)
