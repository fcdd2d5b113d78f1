/** Files are parsed in child processes, each started from its own file. This maps each file of the build to its source. */
export const readers = {
  'readers/blacklist-import': 'src/areas/blacklist/import/reader.ts',
}
