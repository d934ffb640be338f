// Tells ThreadSanitizer of the slow paths of Swift's Mutex. They are in libswiftSynchronization, which isn't built with
// it, so that it takes every value that a contended mutex guards for a race. scripts/test preloads this.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

typedef __attribute__((swiftcall)) void (*lock_function)(uint32_t, SELF);
typedef __attribute__((swiftcall)) void (*unlock_function)(SELF);
typedef __attribute__((swiftcall)) _Bool (*try_function)(SELF);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
__attribute__((swiftcall)) void lock_slow(uint32_t thread, SELF) {
    ((lock_function)dlsym(RTLD_NEXT, LOCK))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

__attribute__((swiftcall)) void unlock_slow(SELF) __asm__(UNLOCK);
__attribute__((swiftcall)) void unlock_slow(SELF) {
    if (__tsan_release) __tsan_release(self);
    ((unlock_function)dlsym(RTLD_NEXT, UNLOCK))(self);
}

__attribute__((swiftcall)) _Bool try_lock_slow(SELF) __asm__(TRY);
__attribute__((swiftcall)) _Bool try_lock_slow(SELF) {
    _Bool locked = ((try_function)dlsym(RTLD_NEXT, TRY))(self);
    if (locked && __tsan_acquire) __tsan_acquire(self);
    return locked;
}
