import { drop } from './lib/databases.mjs'
import { playAgainst } from './lib/play-instances.mjs'

const database = 'bench_kills'
const usual = { rate: 200, seconds: 300, kills: 10 }
const quick = { rate: 60, seconds: 20, kills: 2 }

/**
 * Plays channels against two instances over one database, each of which is ended with SIGKILL at random moments and started again, and
 * compares all sums. `SIMULATE_RATE`, `SIMULATE_SECONDS` and `SIMULATE_KILLS` make it denser, longer and rougher.
 */
export async function run(cluster, flags) {
  try {
    await playAgainst(cluster, database, 2, flags.includes('--quick') ? quick : usual)
  } finally {
    await drop(cluster, database)
  }
}
