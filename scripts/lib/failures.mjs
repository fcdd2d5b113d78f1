import { stripVTControlCharacters } from 'node:util'

/*
 * What the reports of the test tools say of the tests that failed, so that the end of a long run tells why it is red:
 * often nobody has more of it than the end.
 */

const linesEach = 25

/** Of Vitest's JSON report: a text for each test that failed, and for each file that did not load. */
export function vitestFailures(files) {
  return files.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (file.status === 'failed' && failed.length === 0) return [told(file.name, file.message)]
    return failed.map(({ fullName, failureMessages }) =>
      told(`${file.name} › ${fullName}`, failureMessages?.join('\n')),
    )
  })
}

/** Of Playwright's JSON report: a text for each test that did not pass at once, and for what failed outside of tests. */
export function playwrightFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => told('outside of the tests', message))
  return [...outside, ...specsOf(report?.suites ?? []).flatMap(ofSpec)]
}

const specsOf = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)])

function ofSpec({ file, line, title, tests }) {
  return tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ results }) => {
      const errors = results.flatMap(({ errors = [] }) => errors)
      return told(`${file}:${line} › ${title}`, errors.map(({ message }) => message).join('\n'))
    })
}

function told(where, message = '') {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, linesEach)
  return [where, ...lines.map((line) => `    ${line}`)].join('\n')
}
