/** Threads are started by their file: what the build makes of which source. */
export const threads = {
  'threads/blacklist-import': 'src/areas/blacklist/import/thread.ts',
}
