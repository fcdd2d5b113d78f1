/** The quantile: the value below which this share of all values is. */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]
}

export const median = (values) => quantile(values, 0.5)

/** The median and the quantiles 0.95 and 0.99 of milliseconds, as cells of a table. */
export const quantilesOf = (values) => [0.5, 0.95, 0.99].map((part) => Math.round(quantile(values, part)))

/** The milliseconds that the work takes. */
export async function durationOf(work) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The milliseconds of each turn. */
export async function timed(times, work) {
  const durations = []
  for (let turn = 0; turn < times; turn++) durations.push(await durationOf(() => work(turn)))
  return durations
}

/** Rows of cells as a Markdown table. */
export function table(head, rows) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => String(row[at]).length)))
  const line = (row) => `| ${row.map((cell, at) => String(cell).padEnd(widths[at])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
