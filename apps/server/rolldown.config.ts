import { readdirSync } from 'node:fs'
import { defineConfig } from 'rolldown'

const commands = readdirSync(new URL('./src/commands', import.meta.url))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => `commands/${file.slice(0, -'.ts'.length)}`)

export default defineConfig({
  input: {
    ...Object.fromEntries(['main', ...commands].map((name) => [name, `src/${name}.ts`])),
    // Threads are started by their file.
    'threads/blacklist-import': 'src/areas/blacklist/import/thread.ts',
  },
  platform: 'node',
  // Our own packages are TypeScript and go into the bundle; what npm installed stays where it is.
  external: (id) => /^[^.#/]/.test(id) && !id.startsWith('@kabao/') && !id.startsWith('src/'),
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    cleanDir: true,
  },
})
