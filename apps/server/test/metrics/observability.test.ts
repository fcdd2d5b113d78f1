import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '#platform/base/paths'
import { alertsOf, metricOf, metricsOf, panelsOf } from '../../../../scripts/observability/promql.mjs'
import { startApp } from '../harness.ts'
import { readExposition } from './exposition.ts'

const app = startApp()
const text = (name: string) => readFileSync(join(repositoryRoot, 'deploy/observability', name), 'utf8')

/** Written by Prometheus itself about each scrape. */
const ofPrometheus = ['up']

test('every metric that the dashboard and the alerts name is one of a real app, and every one of ours is shown', async () => {
  const metrics = readExposition((await app.app.inject('/metrics')).payload)
  const queries = [
    ...alertsOf(text('alerts.yaml')).map(({ expr }) => expr),
    ...panelsOf(text('dashboard.json')).flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const named = new Set(queries.flatMap(metricsOf))
  const missing = [...named].filter(
    (name) => !metrics.has(name) && !metrics.has(metricOf(name)) && !ofPrometheus.includes(name),
  )
  expect(missing).toEqual([])
  const shown = new Set([...named].flatMap((name) => [name, metricOf(name)]))
  const ours = [...metrics.keys()].filter((name) => !/^(process|nodejs)_/.test(name))
  expect(ours.filter((name) => !shown.has(name))).toEqual([])
})
