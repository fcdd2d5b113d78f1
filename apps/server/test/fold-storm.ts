import type pg from 'pg'
import { createDb } from '#platform/db/client'
import { foldAll } from '#statistics/fold'
import { startFold } from '#statistics/start'
import type { Processes } from './processes.ts'
import type { StatisticsWorld } from './statistics.ts'

export interface FoldStorm {
  /** Of the service's role. */
  pool: pg.Pool
  /** May end the connections of others. */
  owner: pg.Pool
  /** Of the program `fold-worker`. */
  processes: Processes<{ database: object }>
  world: StatisticsWorld
  rounds: number
  /** In each of so many rounds, the process that folds is killed. */
  killEvery: number
  /** In each of so many rounds, a transaction is held open. */
  holdEvery: number
  /** For so long, in milliseconds. */
  heldMs: number
}

/**
 * Facts arrive while a process that folds is killed, connections that fold are cut, and transactions with facts are undone or held open.
 * At the end everything is folded.
 * @returns how often what happened
 */
export async function stormFolds({
  pool,
  owner,
  processes,
  world,
  rounds,
  ...storm
}: FoldStorm): Promise<Record<'kills' | 'cuts' | 'undone' | 'held', number>> {
  const { host, port, user, database } = pool.options
  const task = { database: { host, port, user, database, max: 2 } }
  const done = { kills: 0, cuts: 0, undone: 0, held: 0 }
  const open: Promise<unknown>[] = []
  let child = await processes.start(task)
  const own = startFold(createDb(pool), { warn: () => undefined }, 1)
  for (let round = 0; round < rounds; round++) {
    const ids = await world.users(5, `2026-1${round % 2}-0${1 + (round % 9)}T0${round % 10}:00:00Z`)
    await world.visits([`r${round}`, `r${round % 7}`])
    const client = await pool.connect()
    await client.query('begin')
    await client.query(
      `insert into push_record (user_id, channel_id, plan_id, org_id, flow, status) select unnest($1::bigint[]), $2, $3, $4, 'full', 'accepted'`,
      [ids, world.channelId, world.planId, world.orgId],
    )
    const isUndone = round % 3 === 0
    if (isUndone) done.undone++
    const end = () => client.query(isUndone ? 'rollback' : 'commit').then(() => client.release())
    if (round % storm.holdEvery === 0) {
      done.held++
      open.push(new Promise((after) => setTimeout(after, storm.heldMs)).then(end))
    } else await end()
    if (round % storm.killEvery === storm.killEvery - 1) {
      await child.kill()
      done.kills++
      child = await processes.start(task)
    } else if (round % 4 === 1) done.cuts += await cutFolds(owner)
  }
  await Promise.all(open)
  await child.kill()
  await own.stop()
  await foldAll(createDb(pool))
  return done
}

/** Ends the connections that fold at this moment. @returns how many */
async function cutFolds(owner: pg.Pool): Promise<number> {
  const { rowCount } = await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like '%fact_delta where ctid%'`,
  )
  return rowCount ?? 0
}
