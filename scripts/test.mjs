import './lib/node-version.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { install } from './lib/install.mjs'
import { main } from './lib/run.mjs'
import { forgetLogs } from './lib/scan-logs.mjs'
import { checks, withBrowser } from './lib/steps.mjs'
import { report } from './lib/summary.mjs'

await main(async () => {
  await install()
  await ensureBrowser()
  forgetLogs()
  if (!(await report([...checks, ...withBrowser]))) process.exitCode = 1
})
