import { defineConfig } from 'vitest/config'

/** A busy machine may take its time; what hangs is still found. In milliseconds. */
const testTimeout = 30_000

export default defineConfig({
  test: {
    // Every core; by default one is kept for what watches files.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout,
          include: [
            'packages/*/src/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'boundaries.test.ts',
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
          root: 'apps/server',
          // The service keeps nothing in its modules: each file starts one of its own. Loading it anew for each took a minute.
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
        },
      },
      'apps/console/vite.config.ts',
    ],
  },
})
