// Left to themselves V8 and glibc use what a large machine has: under load the server then takes twice the memory, and
// is no quicker for it. The Dockerfile says the same.

/**
 * For V8: a nursery that fits the processor's cache, and a collection as soon as half as much again is held as lives.
 */
export const leanFlags = ['--max-semi-space-size=2', '--heap-growing-percent=50']

/** For glibc: one heap for all threads, and large pieces given back to the system as soon as they are free. */
export const leanEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
}
