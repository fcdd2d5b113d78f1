import { readdirSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import { commitOf } from './commit.ts'
import { readers } from './readers.ts'

const commands = Object.fromEntries(
  readdirSync(new URL('./src/cli/commands', import.meta.url))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [`commands/${file.slice(0, -'.ts'.length)}`, `src/cli/commands/${file}`]),
)

const output = { dir: 'dist', format: 'esm', entryFileNames: '[name].js', sourcemap: true } as const

export default defineConfig([
  {
    input: { main: 'src/boot/main.ts', ...commands },
    platform: 'node',
    transform: { define: { __COMMIT__: JSON.stringify(commitOf(import.meta.dirname)) } },
    // Our own packages are TypeScript and go into the bundle; packages that npm installed stay external.
    external: (id) => /^[^.#/]/.test(id) && !id.startsWith('@kabao/') && !id.startsWith('src/'),
    output: { ...output, chunkFileNames: 'chunks/[name]-[hash].js', cleanDir: true },
  },
  // A reader is a single file with all its dependencies, because it then starts in a third of the time.
  ...Object.entries(readers).map(([name, source]) => ({
    input: { [name]: source },
    platform: 'node' as const,
    output: { ...output, codeSplitting: false },
  })),
])
