import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from '../scripts/lib/browser.mjs'

/**
 * One for each core, as far as there is memory: each has a product, a database and a browser of its own. One alone where
 * they would share a product that runs already.
 */
const workers = process.env.E2E_BASE_URL
  ? 1
  : Number(process.env.E2E_WORKERS) ||
    Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / 2 ** 31)))

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers,
  // A journey that passes now and then has failed.
  retries: 0,
  timeout: 60_000,
  // A busy machine may take its time; whoever waits for what comes loses nothing.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'line',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // What was done, said and asked for; pictures of every step would double the work of all journeys: `--trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: chromiumArguments(),
    },
  },
})
