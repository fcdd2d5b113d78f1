import type pg from 'pg'

/** What readers and writers met while the schema was changed beside them. */
export interface Met {
  /** How many reads and writes were done. */
  done: number
  /** The longest that one of them took, in milliseconds. */
  longestMs: number
  failed: string[]
}

/** A wait for a lock that a caller would notice, as PostgreSQL writes it. */
const lockTimeout = '5s'

/**
 * Reads these tables in turn, and takes the locks of a writer on them, without a pause, until it is stopped. No row is changed, so that the
 * rows can be compared.
 */
export function startTraffic(pool: pg.Pool, tables: readonly string[]): () => Promise<Met> {
  const met: Met = { done: 0, longestMs: 0, failed: [] }
  let isOver = false
  const one = async (table: string, isWrite: boolean) => {
    const client = await pool.connect()
    const began = performance.now()
    try {
      await client.query(`begin; set local lock_timeout = '${lockTimeout}'`)
      if (isWrite) {
        await client.query(`lock table ${table} in row exclusive mode`)
        await client.query(`select from ${table} limit 1 for update`)
      } else await client.query(`select count(*) from ${table}`)
    } catch (error) {
      met.failed.push(`${table}: ${(error as Error).message}`)
    } finally {
      await client.query('rollback')
      client.release()
    }
    met.done += 1
    met.longestMs = Math.max(met.longestMs, performance.now() - began)
  }
  const loops = [true, false].map(async (isWrite) => {
    for (let turn = 0; !isOver; turn++) await one(tables[turn % tables.length] as string, isWrite)
  })
  return async () => {
    isOver = true
    await Promise.all(loops)
    return met
  }
}

/** What writers met who wrote again and again. */
export interface Written {
  /** How often each of them wrote. */
  done: Record<string, number>
  failed: string[]
  stop(): Promise<void>
}

/** Has each of these write without a pause, until they are stopped. @param writes each returns what went wrong, or null */
export function writeOn(writes: Record<string, (nth: number) => Promise<string | null>>): Written {
  const done: Record<string, number> = {}
  const failed: string[] = []
  let isOver = false
  const loops = Object.entries(writes).map(async ([name, write]) => {
    for (let nth = 1; !isOver; nth++) {
      const problem = await write(nth).catch((error: Error) => error.message)
      if (problem === null) done[name] = nth
      else failed.push(`${name}: ${problem}`)
    }
  })
  const stop = async () => {
    isOver = true
    await Promise.all(loops)
  }
  return { done, failed, stop }
}
