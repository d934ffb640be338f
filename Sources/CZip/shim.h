#pragma once
#include <dlfcn.h>
#include <zip.h>

// What dlsym(3) finds, with the type that Swift has no word for: that of a function by its name.
#define FPSIM_LOADED(name) \
    static inline __typeof__(&name) fpsim_##name(void *library) { return (__typeof__(&name))dlsym(library, #name); }
FPSIM_LOADED(zip_source_buffer_create)
FPSIM_LOADED(zip_open_from_source)
FPSIM_LOADED(zip_error_strerror)
FPSIM_LOADED(zip_discard)
FPSIM_LOADED(zip_get_num_entries)
FPSIM_LOADED(zip_stat_index)
FPSIM_LOADED(zip_fopen_index)
FPSIM_LOADED(zip_get_error)
FPSIM_LOADED(zip_strerror)
FPSIM_LOADED(zip_fclose)
FPSIM_LOADED(zip_fread)
FPSIM_LOADED(zip_file_strerror)
FPSIM_LOADED(zip_name_locate)
FPSIM_LOADED(zip_fopen)
