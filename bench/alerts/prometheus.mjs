import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'yaml'
import { at } from '../../scripts/lib/paths.mjs'
import { ending, Failure, start } from '../../scripts/lib/run.mjs'
import { ensureTools, locateTool } from '../../scripts/lib/tools.mjs'
import { shortened } from './rules.mjs'

/** How often instances are scraped and rules evaluated, in seconds. A scrape waits up to 2 s for the database. */
export const everySeconds = 3
const patienceMs = 30_000

/**
 * Starts Prometheus with the shipped rules, whose times are shortened.
 * @param folder of its data
 * @param targets the instances, as `host:port`
 * @returns `firing`, which resolves with the names of the alerts that fire now, sorted, and `stop`
 * @throws Failure if it does not scrape each instance soon
 */
export async function startPrometheus(folder, targets) {
  await ensureTools(['prometheus'])
  const program = locateTool('prometheus')
  if (!program) throw new Failure('There is no Prometheus here, and Debian’s could not be fetched.')
  mkdirSync(folder, { recursive: true })
  const rules = join(folder, 'alerts.yaml')
  writeFileSync(rules, shortened(readFileSync(at('deploy/observability/alerts.yaml'), 'utf8')))
  const every = `${everySeconds}s`
  writeFileSync(
    join(folder, 'prometheus.yaml'),
    stringify({
      global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'kabao', static_configs: [{ targets }] }],
    }),
  )
  const address = `127.0.0.1:${await freePort()}`
  const child = start(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const ended = ending(child)
  const ask = async (path) => {
    const answer = await fetch(`http://${address}${path}`)
    if (!answer.ok) throw new Failure(`Prometheus answered ${path} with ${answer.status}.`)
    return answer
  }
  const query = async (text) => {
    const { data } = await (await ask(`/api/v1/query?${new URLSearchParams({ query: text })}`)).json()
    return data.result
  }
  const hasScraped = async () => (await query('up == 1')).length === targets.length
  for (const end = Date.now() + patienceMs; !(await hasScraped().catch(() => false)); await sleep(200))
    if (Date.now() > end || child.exitCode !== null) throw new Failure('Prometheus scrapes nothing.')
  return {
    async firing() {
      const { data } = await (await ask('/api/v1/alerts')).json()
      const names = data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname)
      return [...new Set(names)].sort()
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
