import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/lib/longest-first.mjs'

/** Long enough for a busy machine, and still finds a test that hangs. In milliseconds. */
const testTimeout = 30_000
const hookTimeout = 60_000
/** What is awaited may come late. In milliseconds. */
const expect = { poll: { timeout: 15_000 } }
const setupFiles = [fileURLToPath(new URL('./scripts/lib/patient.mjs', import.meta.url))]

/** Decides the order of the files; `LongestFirst` prints it. */
const seed = Number(process.env.TEST_SEED) || Date.now()

export default defineConfig({
  test: {
    // Uses every core; by default Vitest leaves one for the file watcher.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst, seed },
    projects: [
      {
        test: {
          name: 'unit',
          // No test here leaves anything in a module. A reload for each file took half of the time.
          isolate: false,
          testTimeout,
          hookTimeout,
          expect,
          setupFiles,
          include: [
            'packages/*/src/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'boundaries.test.ts',
            'terms.test.ts',
            'texts.test.ts',
            'docs.test.ts',
            'e2e/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          testTimeout,
          hookTimeout,
          expect,
          setupFiles,
          root: 'apps/server',
          // The modules of the service keep nothing of a database, and each file starts its own service. A reload per file took a minute.
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
        },
      },
      'apps/console/vite.config.ts',
    ],
  },
})
