/** Files are read by processes of their own, which are started by their file: what the build makes of which source. */
export const readers = {
  'readers/blacklist-import': 'src/areas/blacklist/import/reader.ts',
}
