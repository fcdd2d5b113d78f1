import { fill, type Words } from '@kabao/contract'
import { maskText } from '@kabao/contract/kernel/personal-text'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { holdersOf, type NewMessage, sendMessage } from '#platform/db/messages'

/** Fills the places of a text that both languages have. A value that is a text itself has words for each language. */
export function filled([zh, en]: Words, values: Record<string, string | Words>): Words {
  const inOne = (language: 0 | 1) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : (value[language] as string),
      ]),
    )
  return [fill(zh, inOne(0)), fill(en, inOne(1))]
}

/**
 * Sends a to-do to everybody who may review something, except to who filed it, in the caller's transaction.
 * @param filedBy who filed it; undefined: the service
 * @param ownerId whose rows it belongs to: others whose data scope is `own` get none; undefined: it belongs to nobody
 */
export async function tellReviewers(
  db: Db,
  {
    point,
    filedBy,
    ownerId,
    ...message
  }: { point: string; filedBy?: string; ownerId?: string | null } & Pick<
    NewMessage,
    'title' | 'content' | 'link'
  >,
): Promise<void> {
  const holders = await holdersOf(db, point)
  const seeing = ownerId === undefined ? holders : await whoSees(db, holders, ownerId)
  const to = seeing.filter((id) => id !== filedBy)
  await sendMessage(db, { to, kind: 'todo', about: 'reviewWaiting', messageType: 0, ...message })
}

/** Those of these administrators who see all rows, and the owner of the row. */
async function whoSees(db: Db, ids: readonly string[], ownerId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from admin a where a.id = any(${ids}::bigint[]) and (a.id = ${ownerId}::bigint or exists (
      select from admin_role ar join role r on r.id = ar.role_id
      where ar.admin_id = a.id and (r.is_super or r.data_scope = 'all')))`.execute(db)
  return rows.map(({ id }) => id)
}

/** How who filed a row is told of its review. */
export interface Telling<Row> {
  words: Record<'approved' | 'rejected' | 'text' | 'note', Words>
  /** What the words say of a row. */
  valuesOf: (row: Row) => Record<string, string | Words>
  linkTo: (row: Row) => NewMessage['link']
}

/** Rows of one table that a person has reviewed. */
interface Reviewed<Row> extends Telling<Row> {
  act: 'approve' | 'reject'
  /** Who reviewed them, and the form of the review, which may have a note. */
  by: { adminId: string | null; asked: object }
  rows: readonly Row[]
}

/** Tells who filed the rows what became of them, in the caller's transaction; the words also know `reviewer` and `note`. */
export async function tellFilers<Row extends { createdBy: string }>(
  db: Db,
  { act, by, rows, words, valuesOf, linkTo }: Reviewed<Row>,
): Promise<void> {
  const { rows: names } = await sql<{
    name: string
  }>`select name from admin where id = ${by.adminId}`.execute(db)
  const given = 'note' in by.asked ? maskText(String(by.asked.note)) : ''
  for (const row of rows) {
    const values = { reviewer: names[0]?.name ?? '', note: given, ...valuesOf(row) }
    await sendMessage(db, {
      to: [row.createdBy],
      kind: 'notice',
      title: filled(act === 'approve' ? words.approved : words.rejected, values),
      content: filled(given === '' ? words.text : words.note, values),
      link: linkTo(row),
    })
  }
}
