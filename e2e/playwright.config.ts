import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/lib/browser.mjs'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One browser beside the product on two cores.
  workers: 1,
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
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      // Chromium's own sandbox refuses to run as root.
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
})
