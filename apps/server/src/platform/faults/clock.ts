import type { Db } from '../db/client.ts'
import { compareClocks } from '../db/now.ts'
import type { Faults } from './faults.ts'
import { lookEvery, type Watch } from './repeat.ts'

/** How often the clocks are compared, in milliseconds. */
const everyMs = 2_000
/** A difference of more than this is a fault, in milliseconds; signed calls may be off by five minutes. */
const mostMs = 30_000

/**
 * Compares this machine's clock with that of the database. Calls of partners are checked with the first; rows, schedules, sessions and
 * business days have the time of the second (`databaseNow`).
 */
export const watchClock = (db: Db, faults: Faults, period = everyMs): Watch =>
  lookEvery(period, async () => {
    const ahead = await compareClocks(db)
    if (Math.abs(ahead) <= mostMs) return faults.end('clock')
    const seconds = Math.round(Math.abs(ahead) / 1_000)
    faults.meet(
      'clock',
      `the clock of this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of the database`,
    )
  })
