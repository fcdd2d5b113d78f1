import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { ChoiceSource } from './source.ts'
import { choiceSources } from './sources.ts'
import { wordsOf } from './words.ts'

/** How many records one transaction handles. */
const batch = 2_000
/** A search waits for this many at most; after an upgrade the start of the service makes the rest. */
const mostPerSearch = batch

/**
 * Makes the texts of the records that were added or changed since the last time, and removes those of deleted records.
 * @param most stops after this many records
 * @returns how many records were handled
 */
export async function fillWords(db: Db, source: ChoiceSource, most = mostPerSearch): Promise<number> {
  let done = 0
  while (done < most) {
    const handled = await fillBatch(db, source)
    done += handled
    if (handled < batch) break
  }
  return done
}

/** Before the service starts: the texts of what the migration or the demo data added; 100,000 records take about 40 s. */
export async function fillAllWords(db: Db): Promise<void> {
  for (const source of choiceSources) await fillWords(db, source, Number.POSITIVE_INFINITY)
}

async function fillBatch(db: Db, source: ChoiceSource): Promise<number> {
  // Usually there is nothing to do, which this finds out without a transaction.
  const waiting = await sql`select from choice_change where entity = ${source.entity} limit 1`.execute(db)
  if (waiting.rows.length === 0) return 0
  return db.transaction().execute(async (write) => {
    const ids = await takeChanged(write, source.entity)
    if (ids.length === 0) return 0
    // Read after the marks are locked, so that a later change has a mark of its own.
    const rows = await textsOf(write, source, ids)
    const words = await Promise.all(
      rows.map(async ({ id, texts }) => [...(await wordsOf(texts))].map((word) => ({ id, word }))),
    )
    const all = words.flat()
    await sql`delete from choice_word where entity = ${source.entity} and entity_id = any(${ids}::bigint[])`.execute(
      write,
    )
    await sql`insert into choice_word (entity, word, entity_id)
      select ${source.entity}, word, id
      from unnest(${all.map(({ word }) => word)}::text[], ${all.map(({ id }) => id)}::bigint[]) as made (word, id)`.execute(
      write,
    )
    return ids.length
  })
}

/** Locks and removes marks; a mark that another transaction holds is left to it. */
async function takeChanged(db: Db, entity: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from choice_change where entity = ${entity} and entity_id = any(array(
      select entity_id from choice_change where entity = ${entity} order by entity_id limit ${batch} for update skip locked))
    returning entity_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

async function textsOf(db: Db, { entity, texts }: ChoiceSource, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; texts: string[] }>`
    select t.id, array[${sql.join(texts)}]::text[] as texts from ${sql.table(entity)} t
    where t.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
