import { drop, fill } from './lib/databases.mjs'

const users = 1_000_000
const database = 'bench_fill'

/** How fast `npm run demo:data` makes a million users, and in how much memory. */
export async function run(cluster) {
  try {
    const { line, perSecond, megabytes, cpu, databaseCpu } = await fill(cluster, database, users)
    console.log(line)
    console.log(
      `${perSecond.toLocaleString('en-US')} users per second (target: 20,000), peak memory ${megabytes} MB.`,
    )
    console.log(`CPU: ${cpu.toFixed(1)} s in Node, ${databaseCpu.toFixed(1)} s in PostgreSQL.`)
  } finally {
    await drop(cluster, database)
  }
}
