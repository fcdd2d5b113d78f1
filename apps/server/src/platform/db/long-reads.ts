import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDb, type Db } from './client.ts'
import { isConnectionLost } from './lost.ts'
import { insertedPlace } from './lsn.ts'
import { placeOf, replayedPlace } from './replica.ts'

/** Where a read gets its rows: queries, and the connections for COPY. */
export interface ReadFrom {
  db: Db
  pool: pg.Pool
}

/** Reads of minutes, such as exports, on the replica. */
export interface LongReads {
  /**
   * Runs a read on the replica if it has replayed all that was committed until now, else on the primary. If the replica ends it, because
   * of a conflict with what it replays or with its connection, the read runs again on the primary, from its beginning.
   */
  run<T>(primary: ReadFrom, read: (from: ReadFrom) => Promise<T>): Promise<T>
}

interface LongReadsOptions {
  /** Connections to the replica whose statements may take minutes. */
  replica: pg.Pool
  /** How long the replica may need to replay what is committed now, in seconds. */
  lagSeconds: number
  report(error: unknown): void
}

/** Between two looks at the replica, in milliseconds. */
const lookMs = 100

/** PostgreSQL's code for a statement that took too long; it would on the primary too. */
const timedOut = '57014'

export function createLongReads({ replica, lagSeconds, report }: LongReadsOptions): LongReads {
  const onReplica = { db: createDb(replica), pool: replica }
  /** Whether the replica gets, within the allowed lag, to where the primary is now: so it has what the requester wrote before. */
  const hasCaughtUp = async (primary: Db): Promise<boolean> => {
    const place = await placeOf(primary, insertedPlace)
    let isLate = false
    const reached = async () => {
      while (!isLate) {
        if ((await placeOf(onReplica.db, replayedPlace)) >= place) return true
        await sleep(lookMs)
      }
      return false
    }
    // A replica that does not answer would be waited for as long as a statement may take.
    const late = sleep(lagSeconds * 1_000, false, { ref: false })
    return Promise.race([reached(), late]).finally(() => {
      isLate = true
    })
  }
  return {
    async run(primary, read) {
      const isNear = await hasCaughtUp(primary.db).catch((error: unknown) => {
        report(error)
        return false
      })
      if (!isNear) return read(primary)
      try {
        return await read(onReplica)
      } catch (error) {
        if (!isOfReplica(error)) throw error
        report(error)
        return read(primary)
      }
    },
  }
}

const isOfReplica = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof pg.DatabaseError && error.code !== timedOut)
