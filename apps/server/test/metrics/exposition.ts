/** A metric as `/metrics` answers it. */
export interface Exposed {
  name: string
  help: string
  type: string
  /** Each line of it: the labels by their names, and the value. */
  samples: { name: string; labels: Record<string, string>; value: number }[]
}

/** Reads the text format of Prometheus. */
export function readExposition(text: string): Map<string, Exposed> {
  const metrics = new Map<string, Exposed>()
  let current: Exposed | undefined
  for (const line of text.split('\n')) {
    const help = /^# HELP (\S+) (.*)$/.exec(line)
    const type = /^# TYPE (\S+) (\S+)$/.exec(line)
    if (help) {
      current = { name: help[1] as string, help: help[2] as string, type: '', samples: [] }
      metrics.set(current.name, current)
    } else if (type && current) current.type = type[2] as string
    else if (line !== '' && current) current.samples.push(readSample(line))
  }
  return metrics
}

function readSample(line: string): Exposed['samples'][number] {
  const [, name = '', inner = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (name === '') throw new Error(`Not a sample: ${line}`)
  const labels = Object.fromEntries(
    [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]),
  )
  return { name, labels, value: Number(value) }
}

type Labels = Record<string, string>

/** The value of the sample with these labels; undefined without one. */
export const sampleOf = (
  metrics: Map<string, Exposed>,
  name: string,
  labels: Labels = {},
): number | undefined => metrics.get(name)?.samples.find((sample) => has(sample, labels))?.value

/** A part of a histogram. */
export const partOf = (
  metrics: Map<string, Exposed>,
  name: string,
  part: 'count' | 'sum',
  labels: Labels,
): number | undefined =>
  metrics.get(name)?.samples.find((sample) => sample.name === `${name}_${part}` && has(sample, labels))?.value

const has = (sample: { labels: Labels }, labels: Labels) =>
  Object.entries(labels).every(([key, value]) => sample.labels[key] === value)
