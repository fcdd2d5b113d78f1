import { codes } from '@kabao/contract'
import { type MergeField, mergeFields } from '@kabao/contract/crm/lead-merge'
import { sql } from 'kysely'
import { notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { shift } from './held-counters.ts'
import { type Acting, linesOf } from './history.ts'
import { mergeColumns } from './merge-fields.ts'

interface Merge extends Acting {
  /** The lead that stays. */
  keepId: string
  otherId: string
  /** What it takes from the other one. A phone or user that only the other one has, it takes in any case. */
  fields: readonly MergeField[]
}

/**
 * Makes one lead of two of one person. The other one is closed, takes no place of its holder any more, and is shown as a part of the
 * one that stays; it gets what that one gave up of phone and user, so the person is still known by both.
 * @returns the id of the merge
 * @throws Problem if one of them was merged, closed or changed meanwhile, or the user was deleted
 */
export async function mergeLeads(write: Db, merge: Merge): Promise<{ id: string }> {
  const { keepId, otherId, by, day } = merge
  const { keep, other } = await lockBoth(write, keepId, otherId)
  const fields = fieldsOf(merge.fields, keep, other)
  const takes = (field: MergeField) => fields.includes(field)
  const { rows } = await sql<{ id: string }>`
    insert into lead_merge (keep_id, other_id, fields, keep_before, other_before, event_id, created_by)
    select k.id, o.id, ${fields}::text[], to_jsonb(k), to_jsonb(o), 0, ${by} from lead k, lead o
    where k.id = ${keepId} and o.id = ${otherId} returning id::text`.execute(write)
  const id = rows[0]?.id as string
  const same = sql`m.salesman_id`
  await sql`
    with moved as (
      update lead c set merged_into_id = ${keepId}, stage = 'invalid', closed_at = now(), first_contact_due_at = null,
        next_follow_at = null, recycle_at = null, protected_until = null, notice_at = null,
        phone = ${takes('phone') ? null : sql`c.phone`}, user_id = ${takes('userId') ? null : sql`c.user_id`},
        version = c.version + 1, updated_at = now(), updated_by = ${by}
      where c.id = ${otherId} returning c.*
    ) ${linesOf({ kind: 'merged', by, from: same, to: same, fromStage: sql`${other.stage}::text` })}`.execute(
    write,
  )
  const taken = fields.map((field) => {
    const column = sql.id(mergeColumns[field])
    return sql`${column} = was.${column}, `
  })
  await sql`
    with moved as (
      update lead c set ${sql.join(taken, sql``)} version = c.version + 1, updated_at = now(), updated_by = ${by}
      from lead_merge g, jsonb_populate_record(null::lead, g.other_before) was
      where c.id = ${keepId} and g.id = ${id} returning c.*
    ), told as (${linesOf({ kind: 'merged', by, from: same, to: same })} returning id)
    update lead_merge g set keep_after = to_jsonb(m), event_id = t.id from moved m, told t where g.id = ${id}`.execute(
    write,
  )
  await sql`
    update lead c set phone = ${takes('phone') ? sql`was.phone` : sql`c.phone`},
      user_id = ${takes('userId') ? sql`was.user_id` : sql`c.user_id`}
    from lead_merge g, jsonb_populate_record(null::lead, g.keep_before) was where c.id = ${otherId} and g.id = ${id}`.execute(
    write,
  )
  const { salesmanId, poolId } = other
  if (salesmanId !== null) await shift(write, day, [{ salesmanId, poolId, held: -1 }])
  return { id }
}

/** Every lead that is shown as a part of this one, itself first: those that were merged into it, and into those. */
export async function partsOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive part as (
      select id, 0 as depth from lead where id = ${id}
      union all select c.id, p.depth + 1 from lead c join part p on c.merged_into_id = p.id
    ) select id::text from part order by depth, part.id`.execute(db)
  return rows.map((row) => row.id)
}

interface Lead {
  id: string
  phone: string | null
  userId: string | null
  salesmanId: string | null
  poolId: string
  stage: string
  isClosed: boolean
  isForgotten: boolean
  mergedIntoId: string | null
}

const both = (db: Db, ids: readonly string[], isLocked: boolean) =>
  sql<Lead>`
    select id::text, phone, user_id::text, salesman_id::text, pool_id::text, stage, closed_at is not null as is_closed, is_forgotten,
      merged_into_id::text from lead where id = any(${ids}::bigint[]) order by lead.id ${isLocked ? sql`for no key update` : sql``}`.execute(
    db,
  )

/** Locks the users first, as who deletes one does, and then the leads. */
async function lockBoth(write: Db, keepId: string, otherId: string): Promise<Record<'keep' | 'other', Lead>> {
  const ids = [keepId, otherId]
  const { rows: seen } = await both(write, ids, false)
  await sql`select from "user" where id = any(${seen.map(({ userId }) => userId)}::bigint[])
    or phone = any(${seen.map(({ phone }) => phone)}::text[]) order by id for share`.execute(write)
  const { rows } = await both(write, ids, true)
  const [keep, other] = ids.map((id) => rows.find((row) => row.id === id))
  if (!keep || !other || keepId === otherId) throw notFound()
  if (keep.isForgotten || other.isForgotten) throw new Problem(codes.conflict, 'userGone')
  if (keep.mergedIntoId !== null || other.mergedIntoId !== null)
    throw new Problem(codes.conflict, 'leadMerged')
  if (other.isClosed || keep.stage === 'invalid') throw new Problem(codes.conflict, 'leadClosed')
  const isAsSeen = rows.every(({ id, phone, userId }) =>
    seen.some((one) => one.id === id && one.phone === phone && one.userId === userId),
  )
  if (!isAsSeen) throw new Problem(codes.conflict, 'leadChanged')
  return { keep, other }
}

/** The fields that are taken: never nothing instead of a phone or a user, but one where there was none. */
const fieldsOf = (wanted: readonly MergeField[], keep: Lead, other: Lead): MergeField[] =>
  mergeFields.filter((field) =>
    field === 'phone' || field === 'userId'
      ? other[field] !== null && (keep[field] === null || wanted.includes(field))
      : wanted.includes(field),
  )
