import { codes } from '@kabao/contract'
import type { MergeField } from '@kabao/contract/crm/lead-merge'
import { sql } from 'kysely'
import { notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { shift } from './held-counters.ts'
import { type Acting, type EventKind, linesOf } from './history.ts'
import { mergeColumns, undoDays } from './merge-fields.ts'

/** What stays as it is when a merge is undone. */
export interface NotUndone {
  /** What was edited since in the lead that stayed: it keeps the new values. */
  fields: MergeField[]
  /** What was done with the lead that stayed since: it keeps all of it. */
  acts: { kind: EventKind; at: string }[]
  /** The holder of the other lead has no place for it, or is not on duty: it returns to its pool. */
  isHolderFull: boolean
}

interface Merged {
  keepId: string
  otherId: string
  fields: MergeField[]
  eventId: string
  isUndone: boolean
  isOld: boolean
  isEmptied: boolean
}

/** Says what an undoing of a merge would leave as it is. @throws Problem if there is no such merge, or it cannot be undone any more */
export async function whatCannotBeUndone(db: Db, mergeId: string): Promise<NotUndone> {
  const merged = await readMerge(db, mergeId)
  refuseEnded(merged)
  const { rows: acts } = await sql<NotUndone['acts'][number]>`
    select kind, at from lead_event where lead_id = ${merged.keepId} and id > ${merged.eventId} order by id limit 100`.execute(
    db,
  )
  const { rows } = await sql<{ isFull: boolean }>`
    select s.status <> 'onDuty' or s.held >= s.capacity or coalesce(u.held, 0) >= p.max_held as is_full
    from lead_merge g cross join jsonb_populate_record(null::lead, g.other_before) was join salesman s on s.id = was.salesman_id
      join lead_pool p on p.id = was.pool_id left join lead_pool_use u on u.salesman_id = s.id and u.pool_id = p.id
    where g.id = ${mergeId}`.execute(db)
  return { fields: await editedSince(db, mergeId, merged), acts, isHolderFull: rows[0]?.isFull ?? false }
}

/**
 * Makes two leads again of a merged one, each as it was, except for what was done since.
 * @returns what stays as it is
 * @throws Problem if it was undone before, is too old, or the person is that of another lead by now
 */
export async function undoMerge(
  write: Db,
  { mergeId, by, day }: Acting & { mergeId: string },
): Promise<NotUndone> {
  const found = await readMerge(write, mergeId)
  const { rows } = await sql<{ id: string; mergedIntoId: string | null }>`
    select id::text, merged_into_id::text from lead where id = any(${[found.keepId, found.otherId]}::bigint[])
    order by lead.id for no key update`.execute(write)
  await sql`select from lead_merge where id = ${mergeId} for update`.execute(write)
  // Both leads are locked, so from here on nothing of the merge changes.
  const merged = await readMerge(write, mergeId)
  refuseEnded(merged)
  if (rows.find(({ id }) => id === merged.keepId)?.mergedIntoId !== null)
    throw new Problem(codes.conflict, 'mergedAgain')
  const left = await whatCannotBeUndone(write, mergeId)
  await restoreBoth(write, mergeId, merged, left.fields, by).catch((error: unknown) => {
    if ((error as { code?: string }).code === '23505') throw new Problem(codes.conflict, 'mergePersonTaken')
    throw error
  })
  const isHolderFull = !(await giveBackPlace(write, merged.otherId, day))
  const same = sql`m.salesman_id`
  await sql`
    with moved as (select * from lead where id = ${merged.keepId})
    ${linesOf({ kind: 'mergeUndone', by, from: same, to: same })}`.execute(write)
  await sql`
    with moved as (select c.*, was.salesman_id as was_id from lead c join lead_merge g on g.id = ${mergeId}
      cross join jsonb_populate_record(null::lead, g.other_before) was where c.id = ${merged.otherId})
    ${linesOf({ kind: 'mergeUndone', by, from: sql`m.was_id`, to: same, fromStage: sql`'invalid'::text` })}`.execute(
    write,
  )
  await sql`update lead_merge set undone_at = now(), undone_by = ${by}, keep_before = null, keep_after = null, other_before = null
    where id = ${mergeId}`.execute(write)
  return { ...left, isHolderFull }
}

async function readMerge(db: Db, mergeId: string): Promise<Merged> {
  const { rows } = await sql<Merged>`
    select keep_id::text, other_id::text, fields, event_id::text, undone_at is not null as is_undone,
      created_at < now() - make_interval(days => ${undoDays}) as is_old, keep_after is null as is_emptied
    from lead_merge where id = ${mergeId}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

function refuseEnded({ isUndone, isOld, isEmptied }: Merged): void {
  if (isUndone) throw new Problem(codes.conflict, 'mergeUndone')
  if (isOld) throw new Problem(codes.conflict, 'mergeTooOld', { values: { days: undoDays } })
  if (isEmptied) throw new Problem(codes.conflict, 'userGone')
}

/** The taken fields whose values are others than right after the merge. */
async function editedSince(db: Db, mergeId: string, { keepId, fields }: Merged): Promise<MergeField[]> {
  if (fields.length === 0) return []
  const { rows } = await sql<{ field: MergeField }>`
    select f.field from lead_merge g join lead c on c.id = ${keepId}
      cross join unnest(${fields}::text[], ${fields.map((field) => mergeColumns[field])}::text[]) f (field, name)
    where g.id = ${mergeId} and to_jsonb(c) -> f.name is distinct from g.keep_after -> f.name`.execute(db)
  return fields.filter((field) => rows.some((row) => row.field === field))
}

/** First nobody has the phones and users, so that they can change places. Clocks that ran out meanwhile run once more. */
async function restoreBoth(
  write: Db,
  mergeId: string,
  { keepId, otherId, fields }: Merged,
  edited: readonly MergeField[],
  by: string | null,
): Promise<void> {
  await sql`update lead set phone = null, user_id = null where id = ${otherId}`.execute(write)
  const restored = fields
    .filter((field) => !edited.includes(field))
    .map((field) => {
      const column = sql.id(mergeColumns[field])
      return sql`${column} = was.${column}, `
    })
  await sql`
    update lead c set ${sql.join(restored, sql``)} version = c.version + 1, updated_at = now(), updated_by = ${by}
    from lead_merge g, jsonb_populate_record(null::lead, g.keep_before) was where c.id = ${keepId} and g.id = ${mergeId}`.execute(
    write,
  )
  const again = (column: string, span: ReturnType<typeof sql>) => {
    const was = sql`was.${sql.id(column)}`
    return sql`${sql.id(column)} = case when ${was} < now() then now() + ${span} else ${was} end`
  }
  await sql`
    update lead c set merged_into_id = null, stage = was.stage, closed_at = null, phone = was.phone, user_id = was.user_id,
      next_follow_at = was.next_follow_at, protected_until = was.protected_until, notice_at = was.notice_at,
      ${again('recycle_at', sql`interval '1 day'`)},
      ${again('first_contact_due_at', sql`make_interval(mins => p.first_contact_minutes)`)},
      version = c.version + 1, updated_at = now(), updated_by = ${by}
    from lead_merge g cross join jsonb_populate_record(null::lead, g.other_before) was join lead_pool p on p.id = was.pool_id
    where c.id = ${otherId} and g.id = ${mergeId}`.execute(write)
}

/** Gives the holder of before his place again; without one, the lead waits in its pool. @returns whether he holds it */
async function giveBackPlace(write: Db, id: string, day: string): Promise<boolean> {
  const { rows } = await sql<{ salesmanId: string | null; poolId: string }>`
    select salesman_id::text, pool_id::text from lead where id = ${id}`.execute(write)
  const { salesmanId, poolId } = rows[0] as (typeof rows)[number]
  if (salesmanId === null) return true
  await sql`savepoint place`.execute(write)
  try {
    await shift(write, day, [{ salesmanId, poolId, held: 1 }])
    return true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await sql`rollback to savepoint place`.execute(write)
  }
  await sql`
    update lead c set salesman_id = null, assigned_at = null, first_contact_due_at = null, next_follow_at = null, recycle_at = null,
      protected_until = null, notice_at = null, rest_until = null where c.id = ${id}`.execute(write)
  return false
}
