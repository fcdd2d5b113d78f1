import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { vi } from 'vitest'
import type { Db } from '#platform/db/client'
import { clearPageCaches } from '#platform/db/page'

/**
 * PostgreSQL's plan of each statement that a query function runs.
 * @param ask the query function, called with the database
 */
export async function plansOf(pool: pg.Pool, request: (db: Db) => Promise<unknown>): Promise<string[]> {
  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
  })
  // The statements are those of a list that is requested for the first time.
  clearPageCaches()
  await request(db)
  const plans = asked
    .filter(({ sql }) => !/^\s*(explain|set)\b/i.test(sql))
    .map(async ({ sql, parameters }) => {
      const { rows } = await pool.query(`explain ${sql}`, [...parameters])
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  return Promise.all(plans)
}

/**
 * Vacuums and analyzes tables until nearly every page is known to hold only rows that all see, which the plans of counts depend on. One
 * vacuum may not be enough: it leaves out what is newer than the oldest snapshot, and PostgreSQL's own work has snapshots too.
 */
export async function vacuum(pool: pg.Pool, ...tables: string[]): Promise<void> {
  const isSeen = async (table: string) => {
    await pool.query(`vacuum analyze ${table}`)
    const { rows } = await pool.query(
      'select relallvisible >= 0.95 * relpages as "isSeen" from pg_class where oid = $1::regclass',
      [table],
    )
    return rows[0].isSeen === true
  }
  for (const table of tables) await vi.waitUntil(() => isSeen(table), { timeout: 15_000 })
}
