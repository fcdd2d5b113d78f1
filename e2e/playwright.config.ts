import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from '../scripts/lib/browser.mjs'

/**
 * One worker for each core, limited by memory, because each has its own product, database and browser. Only one worker if
 * they would share a running product.
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
  // A journey that passes only sometimes has failed.
  retries: 0,
  // A busy machine may be slow; a long timeout costs nothing when what is awaited comes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'line',
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Most journeys wait for no transition; `motion` and `keyboard` have them.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Records actions, logs and requests. Screenshots of every step (`--trace on`) would double the work of all journeys.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: chromiumArguments(),
    },
  },
})
