import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from '../scripts/lib/browser.mjs'

/**
 * Journeys that only look, or change no more than a session of their own: two may run at once, and beside any other. All
 * others change or count what they share in the one product, and come one after the other; a new one is among those until
 * it is named here.
 */
const looking =
  /\/(chart|delivery|demo|keyboard|motion|routes|session|traps-(form|guard|look|menu|settings|tabs))\.e2e\.ts$/

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  projects: [
    { name: 'acting', testIgnore: looking, workers: 1 },
    { name: 'looking', testMatch: looking },
  ],
  workers: 2,
  // A journey that passes now and then has failed.
  retries: 0,
  timeout: 60_000,
  // A busy machine may take its time; whoever waits for what comes loses nothing.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'line',
  use: {
    // Chosen by the global setup, which starts the product there.
    baseURL: process.env.E2E_BASE_URL,
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
