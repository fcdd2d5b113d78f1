import { sql } from 'kysely'
import type { Db } from './client.ts'
import { insertedPlace, type Lsn, readLsn } from './lsn.ts'

/** A replica of the database that may lag behind. Its connections lead to one server, because servers lag differently. */
export interface Replica {
  db: Db
  /**
   * Whether a read sees all that it must now: all that was committed before the place `after`, all that was announced before this
   * moment, and all that is older than the allowed lag. False too while the replica does not answer.
   */
  isFresh(after: Lsn | null): boolean
  /** How far it is behind, in milliseconds; null while it does not answer. */
  lagMs(): number | null
  /** A change was announced, and its readers come at once. */
  announce(): void
  /** The replica failed a read; it is not used until it answers again. */
  fail(): void
  stop(): Promise<void>
}

export interface ReplicaOptions {
  primary: Db
  replica: Db
  lagSeconds: number
  report: (error: unknown) => void
}

/** How often both servers are asked for their place, in milliseconds. */
const lookMs = 500

/** A place of the primary, and when it was asked for. */
interface Sample {
  at: number
  lsn: Lsn
}

/**
 * Watches how far a replica is. Places are compared and no times of the servers, so neither their clocks nor an idle primary nor
 * a broken replication can make an old replica look fresh.
 */
export function createReplica({ primary, replica, lagSeconds, report }: ReplicaOptions): Replica {
  /** In their order. The first one is the newest that the replica has replayed, once it has replayed any. */
  let samples: Sample[] = []
  let replayed: Lsn | null = null
  let announcedAt = Number.NEGATIVE_INFINITY
  /** The place that contains all announced changes; null: not asked for yet. */
  let announced: Lsn | null = 0n
  let isDown = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null

  const look = async () => {
    const at = performance.now()
    const [there, here] = await Promise.all([
      placeOf(primary, insertedPlace),
      placeOf(replica, replayedPlace),
    ])
    samples.push({ at, lsn: there })
    if (announced === null && announcedAt < at) announced = there
    const reached = samples.findLastIndex(({ lsn }) => lsn <= here)
    samples = samples.slice(Math.max(reached, 0)).slice(-mostSamples)
    replayed = here
    isDown = false
  }
  const begin = () => {
    looking = look()
      .catch((error: unknown) => {
        if (!isDown && !isStopped) report(error)
        isDown = true
        replayed = null
      })
      .finally(() => {
        looking = null
        if (!isStopped) timer = setTimeout(begin, lookMs).unref()
      })
  }
  begin()

  return {
    db: replica,
    isFresh(after) {
      const [oldest] = samples
      if (replayed === null || announced === null || !oldest || oldest.lsn > replayed) return false
      if (replayed < announced || (after !== null && replayed < after)) return false
      return performance.now() - oldest.at <= lagSeconds * 1_000
    },
    announce() {
      announcedAt = performance.now()
      announced = null
    },
    lagMs() {
      const [oldest] = samples
      if (replayed === null || !oldest) return null
      // The newest place that it has replayed may be the primary's own of this moment.
      return oldest.lsn <= replayed && samples.length === 1 ? 0 : performance.now() - oldest.at
    },
    fail() {
      replayed = null
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}

/** More than the allowed lag has. */
const mostSamples = 10_000

/** SQL for the end of the last record that a replica has replayed. */
export const replayedPlace = sql<string>`pg_last_wal_replay_lsn()`

/** A place in the log of a server. @param place the expression of it @throws if the server has none, because it is no replica */
export async function placeOf(db: Db, place: ReturnType<typeof sql>): Promise<Lsn> {
  const { rows } = await sql<{ lsn: string | null }>`select ${place}::text as lsn`.execute(db)
  const lsn = rows[0]?.lsn
  if (!lsn) throw new Error('The server of DATABASE_READ_URL is not a replica')
  return readLsn(lsn)
}
