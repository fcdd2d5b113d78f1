import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Every core; by default one is kept for what watches files.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'boundaries.test.ts',
            'texts.test.ts',
            'e2e/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
        },
      },
      'apps/console/vite.config.ts',
    ],
  },
})
