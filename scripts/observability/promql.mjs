import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'

/** What Grafana replaces in a query before it is PromQL. */
const variables = [[/\$__(rate_)?interval/g, '5m']]

/**
 * Reads a query of PromQL.
 * @returns the metrics that it names, and the places where it is no PromQL
 */
export function readQuery(query) {
  const text = variables.reduce((all, [name, value]) => all.replace(name, value), query)
  const metrics = new Set()
  const faults = []
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) faults.push(`${text.slice(0, from)}⚠${text.slice(from)}`)
      if (type.name === 'Identifier' && node.parent?.type.name === 'VectorSelector')
        metrics.add(text.slice(from, to))
    },
  })
  return { metrics: [...metrics], faults }
}

/** The names under which Prometheus keeps the parts of a histogram. @returns the name at `/metrics` */
export const metricOf = (name) => name.replace(/_(bucket|sum|count)$/, '')

/** Every alert of a file of rules. */
export const alertsOf = (text) => parse(text).groups.flatMap(({ rules }) => rules)

/** Every panel of a dashboard that asks something. */
export const panelsOf = (text) => JSON.parse(text).panels.filter(({ targets }) => targets)
