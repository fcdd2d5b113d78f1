/** The value below which this part of all lies. */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]
}

export const median = (values) => quantile(values, 0.5)

/** Milliseconds that each of `times` turns takes. */
export async function timed(times, work) {
  const durations = []
  for (let turn = 0; turn < times; turn++) {
    const began = performance.now()
    await work(turn)
    durations.push(performance.now() - began)
  }
  return durations
}

/** Rows of cells as a Markdown table. */
export function table(head, rows) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => String(row[at]).length)))
  const line = (row) => `| ${row.map((cell, at) => String(cell).padEnd(widths[at])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
