import { readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters as plain } from 'node:util'
import { build } from './build.mjs'
import { playwrightFailures, vitestFailures } from './failures.mjs'
import { at, bin } from './paths.mjs'
import { capture } from './run.mjs'
import { scanData, scanLogs } from './scan-logs.mjs'

/*
 * Every suite returns { passed, failed, skipped, note?, output, failures? } with the counts of the tool's own report;
 * `failures` has a text for each failed test, for the end of the run.
 * `failed` is above 0 if the tool failed or ran no test.
 */

export async function formatAndLint() {
  const { code, output } = await capture(bin('biome'), ['ci', '--max-diagnostics=50', '.'], {
    log: logOf('lint'),
  })
  const files = Number(/Checked (\d+) files?/.exec(plain(output))?.[1] ?? 0)
  const problems = Number(/Found (\d+) errors?/.exec(plain(output))?.[1] ?? 0)
  return check(code === 0 && files > 0, `${files} files, ${problems} problems`, output)
}

export async function types() {
  // One checker: each further one works out the same types anew, and takes the time of what runs beside it.
  const { code, output } = await capture(
    bin('tsc'),
    ['-p', 'tsconfig.json', '--diagnostics', '--checkers', '1'],
    { log: logOf('types') },
  )
  const files = Number(/^Files:\s+(\d+)/m.exec(output)?.[1] ?? 0)
  const errors = output.match(/error TS\d+/g)?.length ?? 0
  return check(
    code === 0 && files > 0,
    `${files} files, ${errors} errors`,
    output.replace(/^Files:[\s\S]*/m, ''),
  )
}

export async function built() {
  try {
    await build()
    return check(true, 'up to date', '')
  } catch (error) {
    return check(false, 'failed', error.message)
  }
}

/**
 * Runs one project of `vitest.config.ts`; `split` names the group in which a test file is counted, `words` select files by
 * their path, `workers` are as many as there are cores if it is left out.
 */
export async function vitest(project, { split = () => project, words = [], workers } = {}) {
  const report = reportOf(project)
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(workers ? [`--maxWorkers=${workers}`] : []),
    ...words,
  ]
  const { code, output } = await capture(bin('vitest'), args, { log: logOf(project) })
  const files = read(report)?.testResults ?? []
  const names = new Set([project, ...files.map((file) => split(file.name))])
  const suites = [...names].map((name) => {
    const own = files.filter((file) => split(file.name) === name)
    return [name, { ...countVitest(own), failures: vitestFailures(own) }]
  })
  if (code !== 0 && suites.every(([, counts]) => counts.failed === 0)) suites[0][1].failed = 1
  return suites.map(([name, counts]) => ({ name, ...counts, output: code === 0 ? '' : output }))
}

/** Runs the journeys in a browser; `files` names the files of `e2e` to run (default: all). */
export async function browser(files = []) {
  const report = reportOf('browser')
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  // Playwright takes regular expressions and matches them with the whole path.
  const wanted = files.map((name) => `/e2e/${name.replaceAll('.', '\\.')}$`)
  const args = ['test', '-c', 'e2e/playwright.config.ts', ...wanted]
  const { code, output } = await capture(bin('playwright'), args, { env, log: logOf('browser') })
  const said = read(report)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = said?.stats ?? {}
  return {
    ...counts(expected, unexpected + flaky, skipped, code === 0, output),
    failures: playwrightFailures(said),
  }
}

/** The last check: the logs of this run's servers contain no secret. */
export const cleanLogs = async () => clean(await scanLogs(), 'lines', 'logs')

/** The stored rows contain no secret; audit lines, messages, errors and jobs contain no personal data either. */
export const cleanData = async () => clean(await scanData(), 'rows', 'databases')

function clean({ files, lines, secrets, found }, what, where) {
  const isFine = found.length === 0 && lines > 0 && secrets > 0
  const note = `${lines} ${what} of ${files} ${where}, ${secrets} secrets, ${found.length} found`
  return check(isFine, note, found.slice(0, 50).join('\n'))
}

function countVitest(files) {
  const results = files.flatMap((file) => file.assertionResults)
  const number = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length
  // A file that does not load counts as failed, although it reports no test.
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  ).length
  return counts(
    number('passed'),
    number('failed') + broken,
    number('pending', 'skipped', 'todo', 'disabled'),
    true,
    '',
  )
}

const isFailed = ({ status }) => status === 'failed'

function counts(passed, failed, skipped, isFine, output) {
  const ran = passed + failed > 0
  const isFailure = failed === 0 && !(isFine && ran)
  return { passed, failed: isFailure ? 1 : failed, skipped, note: ran ? '' : 'no test ran', output }
}

/** A check has no tests: it adds no passed test, and one failed test if it fails. */
const check = (isFine, note, output) => ({
  isCheck: true,
  passed: 0,
  failed: isFine ? 0 : 1,
  skipped: 0,
  note,
  output,
})

const logOf = (name) => at('.cache/test', `${name}.log`)

function reportOf(name) {
  const path = at('.cache/test', `${name}.json`)
  // Deletes the report of the previous run, so that it cannot be taken for this one.
  rmSync(path, { force: true })
  return path
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return null
  }
}
