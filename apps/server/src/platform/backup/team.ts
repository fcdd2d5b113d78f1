import type pg from 'pg'

/** Connections that work at the same time, each on one thing. */
export interface Team {
  /** Begins a work on the next free connection, and waits for one until then. @throws the first error of any work before */
  give(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void>
  /** Waits until one work has ended, if one is under way. @throws as above */
  one(): Promise<void>
  /** Waits until every work has ended. @throws as above */
  all(): Promise<void>
}

/** @param clients a work that fails may leave its connection broken; then no other begins */
export function teamOf(clients: readonly pg.PoolClient[]): Team {
  const free = [...clients]
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const refuseFailed = () => {
    if (failures.length > 0) throw failures[0]
  }
  const run = async (client: pg.PoolClient, work: (client: pg.PoolClient) => Promise<unknown>) => {
    try {
      await work(client)
      free.push(client)
    } catch (error) {
      failures.push(error)
    }
  }
  const team: Team = {
    async give(work) {
      while (free.length === 0 && failures.length === 0) await team.one()
      refuseFailed()
      const ended = run(free.pop() as pg.PoolClient, work).finally(() => running.delete(ended))
      running.add(ended)
    },
    async one() {
      refuseFailed()
      await Promise.race(running)
      refuseFailed()
    },
    async all() {
      await Promise.all(running)
      refuseFailed()
    },
  }
  return team
}

/** A statement that changes what belongs to these tables. */
export interface TableStatement {
  tables: readonly string[]
  statement: string
}

/**
 * Runs statements on all connections. Two of the same table run in their order and never at once, so none waits for a lock of another:
 * together they could wait for each other, and the parts of two indexes could choose the same name.
 */
export async function runApart(team: Team, statements: readonly TableStatement[]): Promise<void> {
  const open = new Map(statements.map((each) => [each, { isBegun: false }]))
  while (open.size > 0) {
    const next = firstFree(open)
    if (next) {
      const state = open.get(next) as { isBegun: boolean }
      state.isBegun = true
      await team.give(async (client) => {
        await client.query(next.statement)
        open.delete(next)
      })
    } else await team.one()
  }
  await team.all()
}

/** The first that waits and shares no table with one before it. */
function firstFree(open: Map<TableStatement, { isBegun: boolean }>): TableStatement | undefined {
  const taken = new Set<string>()
  for (const [each, { isBegun }] of open) {
    if (!isBegun && !each.tables.some((table) => taken.has(table))) return each
    for (const table of each.tables) taken.add(table)
  }
  return undefined
}
