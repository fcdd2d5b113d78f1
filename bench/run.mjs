import '../scripts/lib/node-version.mjs'
import { build } from '../scripts/lib/build.mjs'
import { install } from '../scripts/lib/install.mjs'
import { root } from '../scripts/lib/paths.mjs'
import { Failure, main } from '../scripts/lib/run.mjs'
import { startCluster } from './lib/cluster.mjs'
import { machine } from './lib/machine.mjs'
import { preparePeer } from './lib/peer.mjs'
import { keepFigures, targetTable } from './lib/targets.mjs'

/** Benchmarks of the service share a database; the others start what they need: the whole product, a database to break, one with a clock of its own. */
const onService = [
  'page',
  'throughput',
  'demo-data',
  'export',
  'import',
  'ledger',
  'money',
  'pool',
  'reconcile',
  'intake',
  'report',
  'match',
  'pipeline',
  'hot',
  'memory',
  'soak',
  'half',
  'push-plan',
  'postback',
  'signature',
  'crm',
  'backup',
  'instances',
  'kills',
  'upgrade',
  'sizing',
  'cost',
  'archive',
]
/** These benchmarks also send requests to the peer. */
const withPeer = ['page', 'throughput', 'demo-data']
const apart = ['console', 'alerts', 'months']
const benches = [...onService, ...apart]
const isFlag = (text) => text.startsWith('--')
const wanted = process.argv.slice(2).filter((text) => !isFlag(text))
const flags = process.argv.slice(2).filter(isFlag)

process.chdir(root)

await main(async () => {
  const unknown = wanted.find((name) => !benches.includes(name))
  if (unknown) throw new Failure(`There is no benchmark "${unknown}". There are: ${benches.join(', ')}.`)
  const isKept = flags.includes('--keep')
  if (isKept && flags.includes('--quick')) throw new Failure('The figures of --quick are not kept.')
  const names = wanted.length > 0 ? wanted : benches
  await install()
  console.log(machine())
  await runService(names.filter((name) => onService.includes(name)))
  for (const name of apart) if (names.includes(name)) await runBench(name, null)
  const targets = targetTable()
  if (targets) console.log(`\n## targets\n\n${targets}`)
  if (isKept) keepFigures()
})

async function runService(names) {
  if (names.length === 0) return
  await build({ only: ['server'] })
  if (names.some((name) => withPeer.includes(name))) await preparePeer()
  const cluster = await startCluster()
  try {
    for (const name of names) await runBench(name, cluster)
  } finally {
    await cluster.stop()
  }
}

async function runBench(name, cluster) {
  console.log(`\n## ${name}\n`)
  const { run } = await import(`./${name}.mjs`)
  await run(cluster, flags)
}
