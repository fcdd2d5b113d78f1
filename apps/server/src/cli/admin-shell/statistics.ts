import type pg from 'pg'
import { StartRefusal } from '#platform/base/refusal'
import { dbOver } from '#platform/db/client'
import { knownDays, rebuild } from '#statistics'

/**
 * Counts business days anew from facts and visits, and says in one line what changed. It may take minutes, so its statements have no
 * time limit.
 * @param from @param to `yyyy-mm-dd`; left out: the first or last day that is known
 */
export async function rebuiltText(
  pool: pg.Pool,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<string> {
  for (const day of [from, to])
    if (day !== undefined && !isDay(day))
      throw new StartRefusal(`A day is written like 2026-08-31, not ${day}.`)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    const db = dbOver(client)
    const known = await knownDays(db)
    if (!known) return 'There are no statistics yet.'
    const range = { first: from ?? known.first, last: to ?? known.last }
    if (range.first > range.last) throw new StartRefusal(`${range.first} is after ${range.last}.`)
    const changed = await rebuild(db, range)
    const cells = changed === 1 ? '1 cell was' : `${changed.toLocaleString('en-US')} cells were`
    return `The statistics of ${range.first} to ${range.last} are rebuilt; ${cells} changed.`
  } finally {
    client.release(true)
  }
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)
