import './lib/node-version.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { install } from './lib/install.mjs'
import { testsWith } from './lib/narrowed.mjs'
import { Failure, main } from './lib/run.mjs'
import { forgetLogs } from './lib/scan-logs.mjs'
import { everything, narrowedTo } from './lib/steps.mjs'
import { report } from './lib/summary.mjs'
import { ensureTools } from './lib/tools.mjs'

const words = process.argv.slice(2)
/** What the tests of a project run besides Node. */
const toolOf = { unit: 'promtool', server: 'pgbouncer' }

/** Runs all tests, or with words after `npm test --` only the tests whose path contains one of them. */
await main(async () => {
  const option = words.find((word) => word.startsWith('-'))
  if (option) throw new Failure(`There is no option ${option}: give words, as in “npm test -- blacklist”.`)
  await install()
  const passed = await (words.length > 0 ? some() : all())
  if (!passed) process.exitCode = 1
})

async function all() {
  await ensureBrowser()
  await ensureTools(Object.values(toolOf))
  forgetLogs()
  return report(everything)
}

async function some() {
  process.env.TEST_WORDS = words.join(' ')
  const found = await testsWith(words)
  const steps = narrowedTo(words, found)
  if (steps.length === 0) throw new Failure(`No test has ${words.join(' or ')} in its path.`)
  if (found.journeys.length > 0) await ensureBrowser()
  await ensureTools(found.projects.flatMap((project) => toolOf[project] ?? []))
  return report(steps)
}
