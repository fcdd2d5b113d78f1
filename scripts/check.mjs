import './lib/node-version.mjs'
import { install } from './lib/install.mjs'
import { main } from './lib/run.mjs'
import { checks } from './lib/steps.mjs'
import { report } from './lib/summary.mjs'

await main(async () => {
  await install()
  if (!(await report(checks))) process.exitCode = 1
})
