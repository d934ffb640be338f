#pragma once
#include <dlfcn.h>
#include <libheif/heif.h>

// What dlsym(3) finds, with the type that Swift has no word for: that of a function by its name.
#define FPSIM_LOADED(name) \
    static inline __typeof__(&name) fpsim_##name(void *library) { return (__typeof__(&name))dlsym(library, #name); }
FPSIM_LOADED(heif_context_alloc)
FPSIM_LOADED(heif_context_free)
FPSIM_LOADED(heif_context_set_max_decoding_threads)
FPSIM_LOADED(heif_context_read_from_memory_without_copy)
FPSIM_LOADED(heif_context_get_primary_image_handle)
FPSIM_LOADED(heif_image_handle_release)
FPSIM_LOADED(heif_image_handle_get_width)
FPSIM_LOADED(heif_image_handle_get_height)
FPSIM_LOADED(heif_decode_image)
FPSIM_LOADED(heif_image_release)
