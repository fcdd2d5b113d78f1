import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/*
 * Formats the failed tests from the reports of the test tools, so that the end of a long run shows why it failed. In CI
 * often only the end of the output is kept.
 */

const linesEach = 25

/** From Vitest's JSON report: a text for each failed test, and for each file that did not load. */
export function vitestFailures(files) {
  return files.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (file.status === 'failed' && failed.length === 0) return [failureText(file.name, file.message)]
    return failed.map(({ fullName, failureMessages }) =>
      failureText(`${file.name} › ${fullName}`, failureMessages?.join('\n')),
    )
  })
}

/** From Playwright's JSON report: a text for each failed or flaky test, and for each failure outside of tests. */
export function playwrightFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => failureText('outside of the tests', message))
  return [...outside, ...specsOf(report?.suites ?? []).flatMap(ofSpec)]
}

const specsOf = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)])

function ofSpec({ file, line, title, tests }) {
  return tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ results }) => {
      const errors = results.flatMap(({ errors = [] }) => errors)
      const text = failureText(`${file}:${line} › ${title}`, errors.map(reasonOf).join('\n'))
      return [text, ...results.flatMap(circumstances).map((said) => `    ${said}`)].join('\n')
    })
}

/** How long a journey went on before it failed, and what its page showed then. */
const circumstances = ({ duration, attachments = [] }) => [
  ...(duration === undefined ? [] : [`after ${(duration / 1000).toFixed(1)} s`]),
  ...attachments.filter(({ name }) => name === 'error-context').map(({ path }) => shownIn(path)),
]

const charactersEach = 1500

/** The texts of a page after its menu, in one line, from the description of the page that Playwright has written. */
function shownIn(path) {
  let described
  try {
    described = readFileSync(path, 'utf8')
  } catch {
    return 'what the page showed is not known'
  }
  const lines = (/```yaml\n([\s\S]*?)```/.exec(described)?.[1] ?? '').split('\n')
  const start = lines.findIndex((line) => /^\s*- main\b/.test(line))
  const texts = lines
    .slice(Math.max(start, 0))
    // A row is named by its cells, so that its cells say nothing new; a line without a text is only structure.
    .filter((line) => /[":] ?\S/.test(line) && !/^\s*- (\/|cell\b|gridcell\b|img\b)/.test(line))
    .map((line) => line.replace(/^\s*- /, '').trim())
  const all = texts.join(' · ')
  const isLong = all.length > 2 * charactersEach
  return `the page: ${isLong ? `${all.slice(0, charactersEach)} … ${all.slice(-charactersEach)}` : all}`
}

/** The message of a failed step and the line of the step, without the output of the browser, which fills the lines. */
const reasonOf = ({ message, location }) =>
  [message.replace(/^(Browser logs:|<launch.*|\[pid=.*)\n?/gm, ''), location && `at line ${location.line}`]
    .filter(Boolean)
    .join('\n')

function failureText(where, message = '') {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, linesEach)
  return [where, ...lines.map((line) => `    ${line}`)].join('\n')
}
