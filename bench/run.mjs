import '../scripts/lib/node-version.mjs'
import { build } from '../scripts/lib/build.mjs'
import { install } from '../scripts/lib/install.mjs'
import { root } from '../scripts/lib/paths.mjs'
import { Failure, main } from '../scripts/lib/run.mjs'
import { startCluster } from './lib/cluster.mjs'
import { machine } from './lib/machine.mjs'
import { preparePeer } from './lib/peer.mjs'

const benches = ['page', 'throughput', 'demo-data']
const wanted = process.argv.slice(2)

process.chdir(root)

await main(async () => {
  const unknown = wanted.find((name) => !benches.includes(name))
  if (unknown) throw new Failure(`There is no benchmark "${unknown}". There are: ${benches.join(', ')}.`)
  await install()
  await build({ only: ['server'] })
  await preparePeer()
  console.log(machine())
  const cluster = await startCluster()
  try {
    for (const name of wanted.length > 0 ? wanted : benches) {
      console.log(`\n## ${name}\n`)
      const { run } = await import(`./${name}.mjs`)
      await run(cluster)
    }
  } finally {
    await cluster.stop()
  }
})
