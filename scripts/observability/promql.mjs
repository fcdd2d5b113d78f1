import { parse } from 'yaml'

/** What Grafana replaces in a query before it is PromQL. */
export const withoutVariables = (query) => query.replace(/\$__(rate_)?interval/g, '5m')

/** What PromQL has besides metrics where a metric may stand, and what it has between them. */
const words = new Set(['and', 'atan2', 'bool', 'inf', 'nan', 'offset', 'or', 'start', 'end', 'unless'])

/**
 * The metrics that a query of PromQL names: every name that is not a word, a function, a label, or in a string. What is read wrongly is
 * taken for a metric, so that a test finds it. Whether the query is PromQL, only Prometheus says.
 */
export function metricsOf(query) {
  const withoutStrings = query.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '')
  if (withoutStrings.includes('__name__')) throw new Error(`${query} names a metric by a label.`)
  const withoutLabels = withoutStrings
    .replace(/\{[^{}]*\}|\[[^[\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^()]*\)/gi, '')
  const names = withoutLabels.match(/(?<![\w:.])[a-z_:][\w:]*(?![\w:]|\s*\()/gi) ?? []
  return [...new Set(names)].filter((name) => !words.has(name.toLowerCase()))
}

/** The names under which Prometheus keeps the parts of a histogram. @returns the name at `/metrics` */
export const metricOf = (name) => name.replace(/_(bucket|sum|count)$/, '')

/** Every alert of a file of rules. */
export const alertsOf = (text) => parse(text).groups.flatMap(({ rules }) => rules)

/** Every panel of a dashboard that asks something. */
export const panelsOf = (text) => JSON.parse(text).panels.filter(({ targets }) => targets)
