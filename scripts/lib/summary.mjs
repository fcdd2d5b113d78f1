const maxFailuresShown = 5

/**
 * Runs the groups one after the other, the steps of a group in parallel, with a line for each step. Ends with a summary
 * and the failures, so that the end of the output shows the reasons.
 * @returns whether nothing failed
 */
export async function report(groups) {
  const began = Date.now()
  const suites = []
  for (const group of groups) {
    const running = group.map(timed)
    for (const results of running) {
      for (const suite of await results) {
        show(suite)
        suites.push(suite)
      }
    }
    if (group.some((step) => step.isNeeded) && suites.at(-1).failed > 0) break
  }
  close(suites, Date.now() - began)
  return suites.every(({ failed }) => failed === 0)
}

async function timed({ name, work }) {
  const began = Date.now()
  const results = [await work()].flat()
  return results.map((suite) => ({ name, ...suite, time: Date.now() - began }))
}

function show(suite) {
  console.log(`${suite.failed > 0 ? '✗' : '✓'} ${line(suite)} (${seconds(suite.time)})`)
  if (suite.failed > 0 && suite.output) console.log(`\n${suite.output.trim()}\n`)
}

function close(suites, time) {
  const total = (kind) => suites.reduce((sum, suite) => sum + suite[kind], 0)
  console.log(`\nIn all, after ${seconds(time)}:`)
  for (const suite of suites) console.log(`  ${line(suite)}`)
  const failures = suites.flatMap((suite) => suite.failures ?? [])
  if (failures.length > 0)
    console.log(`\nWhat failed:\n\n${failures.slice(0, maxFailuresShown).join('\n\n')}`)
  if (failures.length > maxFailuresShown) console.log(`\nand ${failures.length - maxFailuresShown} more.`)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
}

function line({ name, passed, failed, skipped, note, isCheck = false }) {
  const tests = isCheck
    ? []
    : [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])]
  return `${name.padEnd(16)} ${[...tests, ...(note ? [note] : [])].join(', ')}`
}

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`
