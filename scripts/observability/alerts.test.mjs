import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { at } from '../lib/paths.mjs'
import { locateTool } from '../lib/tools.mjs'
import { alertsOf, metricsOf, panelsOf, withoutVariables } from './promql.mjs'

const file = at('deploy/observability/alerts.yaml')
const alerts = alertsOf(readFileSync(file, 'utf8'))
const dashboard = readFileSync(at('deploy/observability/dashboard.json'), 'utf8')
const queries = panelsOf(dashboard).flatMap(({ targets }) =>
  targets.map(({ expr }) => withoutVariables(expr)),
)
const promtool = locateTool('promtool')

/** Gives a file of YAML to promtool. @returns what it says @throws its own words, if it refuses the file */
function tell(command, content) {
  const folder = mkdtempSync(join(tmpdir(), 'kabao-alerts-'))
  try {
    const path = join(folder, 'alerts.test.yaml')
    writeFileSync(path, stringify(content))
    return execFileSync(promtool, [command, 'rules', path], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    throw new Error(`${error.stdout ?? ''}${error.stderr ?? ''}${error.message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Rules of which each only asks a query. */
const rulesOf = (asked) => ({
  groups: [{ name: 'queries', rules: asked.map((expr, index) => ({ record: `query:${index}`, expr })) }],
})

test('the metrics of a query are read, and what is no metric is not', () => {
  const query =
    'sum by (a) (rate(b_total{c="d",e=~"f{g"}[5m] offset 1m)) / on (h) group_left (i) j:k_seconds > bool 1e3 or time() - l'
  expect(metricsOf(query)).toEqual(['b_total', 'j:k_seconds', 'l'])
  expect(metricsOf('sum(a) by (b) unless histogram_quantile(0.9, c_bucket)')).toEqual(['a', 'c_bucket'])
  expect(() => metricsOf('{__name__="a"}')).toThrow('by a label')
})

test('every alert has its paragraph in the operating notes, and every paragraph its alert', () => {
  const notes = readFileSync(at('docs/operating.md'), 'utf8')
  const section = notes.split('\n## ').find((each) => each.startsWith('What each alert means')) ?? ''
  const paragraphs = section.split('\n### ').slice(1)
  const names = alerts.map(({ alert }) => alert)
  expect(paragraphs.map((each) => each.split('\n')[0])).toEqual(names)
  expect(new Set(names).size).toBe(names.length)
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`)
    expect(['critical', 'warning']).toContain(labels.severity)
  }
  for (const paragraph of paragraphs)
    for (const word of ['**Says:**', '**Look at:**', '**Do:**']) expect(paragraph).toContain(word)
})

test('the dashboard is one that Grafana takes: its version, its variables, panels that do not overlap', () => {
  const { schemaVersion, templating, panels } = JSON.parse(dashboard)
  expect(schemaVersion).toBe(42)
  expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance', 'route'])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const taken = new Set()
  for (const { title, type, gridPos, targets = [], fieldConfig } of panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x} ${y}`), title).toBe(false)
        taken.add(`${x} ${y}`)
      }
    if (type === 'row') continue
    expect(targets.length, title).toBeGreaterThan(0)
    expect(fieldConfig.defaults.unit, title).toMatch(/^\w+$/)
  }
})

test.skipIf(!promtool)('Prometheus itself takes the rules, and every query of the dashboard', () => {
  expect(execFileSync(promtool, ['check', 'rules', file], { encoding: 'utf8' })).toContain(
    `${alerts.length} rules found`,
  )
  expect(queries.length).toBeGreaterThan(50)
  expect(tell('check', rulesOf(queries))).toContain(`${queries.length} rules found`)
  expect(() => tell('check', rulesOf(['sum by (a (b)']))).toThrow('parse error')
})

const route = '{route="/api/user/page",code='
/** Series of one value each minute, by which the alert fires, and by which it does not; and its labels without the severity. */
const cases = {
  KabaoInstanceDown: [{ 'up{job="kabao"}': '0' }, { 'up{job="kabao"}': '1' }, { job: 'kabao' }],
  KabaoAllDown: [
    { 'up{job="kabao",instance="a"}': '0' },
    { 'up{job="kabao",instance="a"}': '0', 'up{job="kabao",instance="b"}': '1' },
  ],
  KabaoRestarts: [
    { 'process_start_time_seconds{job="kabao"}': '0+300x600' },
    { 'process_start_time_seconds{job="kabao"}': '0x80 900x600' },
    { job: 'kabao' },
  ],
  KabaoDiskFills: [
    { files_disk_free_bytes: '5000-10x2000', files_disk_size_bytes: '10000' },
    { files_disk_free_bytes: '5000-1x2000', files_disk_size_bytes: '10000' },
  ],
  KabaoFault: [
    { 'service_fault{fault="clock"}': '0', 'service_fault{fault="databaseFull"}': '1' },
    { 'service_fault{fault="databaseFull"}': '0', 'service_fault{fault="standby"}': '1' },
    { fault: 'databaseFull' },
  ],
  KabaoEventLoopBusy: [{ event_loop_utilization_ratio: '0.95' }, { event_loop_utilization_ratio: '0.5' }],
  KabaoListenerSilent: [{ listener_silence_seconds: '60' }, { listener_silence_seconds: '2' }],
  KabaoCallsFail: [
    {
      [`http_request_duration_seconds_count${route}"50000"}`]: '0+10x600',
      [`http_request_duration_seconds_count${route}"0000"}`]: '0+100x600',
    },
    {
      [`http_request_duration_seconds_count${route}"4000"}`]: '0+100x600',
      [`http_request_duration_seconds_count${route}"0000"}`]: '0+100x600',
    },
    { route: '/api/user/page' },
  ],
  KabaoCallsSlow: [
    {
      'http_request_duration_seconds_bucket{route="/api/a",le="1"}': '0+1x600',
      'http_request_duration_seconds_bucket{route="/api/a",le="5"}': '0+60x600',
      'http_request_duration_seconds_bucket{route="/api/a",le="+Inf"}': '0+60x600',
      'http_request_duration_seconds_count{route="/api/a"}': '0+60x600',
    },
    {
      'http_request_duration_seconds_bucket{route="/api/a",le="1"}': '0+60x600',
      'http_request_duration_seconds_bucket{route="/api/a",le="+Inf"}': '0+60x600',
      'http_request_duration_seconds_count{route="/api/a"}': '0+60x600',
    },
    { route: '/api/a' },
  ],
  KabaoDatabaseAway: [
    { 'database_up{instance="a"}': '0' },
    { 'database_up{instance="a"}': '1' },
    { instance: 'a' },
  ],
  KabaoStandbyAway: [{ 'service_fault{fault="standby"}': '1' }, { 'service_fault{fault="clock"}': '1' }],
  KabaoSlotKeepsLog: [
    { 'replication_slot_kept_bytes{slot="b",read="no"}': '2000000000' },
    { 'replication_slot_kept_bytes{slot="b",read="yes"}': '2000000000' },
    { slot: 'b' },
  ],
  KabaoConnectionsShort: [
    { database_server_connections: '90', database_server_max_connections: '97' },
    { database_server_connections: '50', database_server_max_connections: '97' },
  ],
  KabaoPoolFull: [
    { 'database_connections{instance="a",pool="calls",state="waiting"}': '5' },
    { 'database_connections{instance="a",pool="calls",state="busy"}': '9' },
    { instance: 'a', pool: 'calls' },
  ],
  KabaoReplicaBehind: [{ replica_lag_seconds: '60' }, { replica_lag_seconds: '1' }],
  KabaoPartitionsShort: [
    { 'partitions_ahead_seconds{table="visit",unit="day"}': '86400' },
    { 'partitions_ahead_seconds{table="open_nonce",unit="hour"}': '18000' },
    { table: 'visit' },
  ],
  KabaoMetricsFail: [
    { 'metrics_failed_readings_total{reading="jobs"}': '0+1x600' },
    { 'metrics_failed_readings_total{reading="jobs"}': '3' },
    { reading: 'jobs' },
  ],
  KabaoJobsWait: [
    { 'job_queue_oldest_wait_seconds{job_name="export"}': '700' },
    { 'job_queue_oldest_wait_seconds{job_name="export"}': '20' },
    { job_name: 'export' },
  ],
  KabaoJobFailed: [
    { 'job_queue_failed_jobs{job_name="export"}': '1' },
    { 'job_queue_failed_jobs{job_name="export"}': '0' },
    { job_name: 'export' },
  ],
  KabaoPipelineBehind: [
    { pipeline_oldest_due_step_seconds: '90' },
    { pipeline_oldest_due_step_seconds: '5' },
  ],
  KabaoPushesInTrouble: [{ pipeline_push_troubles: '30' }, { pipeline_push_troubles: '5' }],
  KabaoBreakerOpen: [{ pipeline_open_breakers: '1' }, { pipeline_open_breakers: '0' }],
  KabaoPartnerCallsFail: [
    {
      'partner_call_duration_seconds_count{purpose="partner",outcome="timeout"}': '0+5x600',
      'partner_call_duration_seconds_count{purpose="partner",outcome="2xx"}': '0+5x600',
    },
    {
      'partner_call_duration_seconds_count{purpose="partner",outcome="4xx"}': '0+5x600',
      'partner_call_duration_seconds_count{purpose="partner",outcome="2xx"}': '0+5x600',
    },
    { purpose: 'partner' },
  ],
  KabaoPaymentsBehind: [
    { 'payment_oldest_due_step_seconds{kind="order"}': '300' },
    { 'payment_oldest_due_step_seconds{kind="order"}': '3' },
    { kind: 'order' },
  ],
  KabaoDeliveriesBehind: [
    {
      'delivery_oldest_due_seconds{kind="orderNotice"}': '0+60x600',
      'delivery_oldest_due_seconds{kind="postback"}': '3',
    },
    {
      'delivery_oldest_due_seconds{kind="orderNotice"}': '0',
      // Short of five minutes.
      'delivery_oldest_due_seconds{kind="postback"}': '0x93 200x3 0x600',
    },
    { kind: 'orderNotice' },
  ],
  KabaoFiguresBehind: [{ statistics_lag_seconds: '600' }, { statistics_lag_seconds: '2' }],
  KabaoLedgerNotWhole: [
    { ledger_check_last_faults: '0', ledger_check_last_sums_agree: '0' },
    { ledger_check_last_faults: '0', ledger_check_last_sums_agree: '1' },
  ],
  KabaoLedgerUnchecked: [
    { ledger_check_last_timestamp_seconds: '-130000' },
    { ledger_check_last_timestamp_seconds: '0' },
  ],
  KabaoDifferencesOpen: [
    { 'reconcile_open_differences{kind="bill"}': '3' },
    { 'reconcile_open_differences{kind="bill"}': '0' },
    { kind: 'bill' },
  ],
  KabaoBackupOld: [{ backup_last_timestamp_seconds: '-130000' }, { backup_last_timestamp_seconds: '0' }],
  KabaoBackupFailed: [{ backup_last_failed: '1' }, { backup_last_failed: '0' }],
  KabaoTracesLost: [
    { 'trace_spans_total{instance="a",outcome="dropped"}': '0+5x2000' },
    { 'trace_spans_total{instance="a",outcome="sent"}': '0+5x2000' },
    { instance: 'a' },
  ],
}

const reads = { 'database_max_connections{pool="reads"}': '10' }
/** Further ways to fire, and not to: the alert, the series, and by the time of a look the labels of what fires; null: nothing does. */
const furtherCases = [
  ['KabaoReplicaBehind', reads, { '100m': { pool: 'reads' } }],
  ['KabaoReplicaBehind', { ...reads, replica_lag_seconds: '1' }, { '100m': null }],
  ['KabaoLedgerUnchecked', { database_up: '1' }, { '30h': null, '40h': {} }],
  ['KabaoBackupOld', { database_up: '1' }, { '100m': {} }],
  // Away for long: nobody knows of backups.
  ['KabaoBackupOld', { database_up: '0' }, { '100m': null }],
]

test('every alert has a case', () => {
  expect(Object.keys(cases)).toEqual(alerts.map(({ alert }) => alert))
})

/** A test of `promtool test rules`. @param looks by their time, the labels of the alert that fires; null: it does not */
const ruleTest = ({ alert, labels: own, annotations }, series, looks) => ({
  interval: '1m',
  input_series: Object.entries(series).map(([name, values]) => ({
    series: name,
    values: values.includes('x') ? values : `${values}+0x2000`,
  })),
  alert_rule_test: Object.entries(looks).map(([eval_time, labels]) => ({
    eval_time,
    alertname: alert,
    exp_alerts: labels ? [{ exp_labels: { ...labels, ...own }, exp_annotations: annotations }] : [],
  })),
})

test.skipIf(!promtool)('every alert fires when it must, and not otherwise', () => {
  const tests = alerts.flatMap((rule) => {
    const [fires, quiet, labels = {}] = cases[rule.alert]
    // Longer than the alert waits.
    const at = rule.for === '1d' ? '25h' : '100m'
    return [ruleTest(rule, fires, { [at]: labels }), ruleTest(rule, quiet, { [at]: null })]
  })
  expect(tell('test', { rule_files: [file], evaluation_interval: '5m', tests })).toContain('SUCCESS')
})

test.skipIf(!promtool)('an alert fires by what is missing, if it is not missing with all else', () => {
  const tests = furtherCases.map(([name, series, looks]) =>
    ruleTest(
      alerts.find(({ alert }) => alert === name),
      series,
      looks,
    ),
  )
  // Some take days.
  expect(tell('test', { rule_files: [file], evaluation_interval: '20m', tests })).toContain('SUCCESS')
})
