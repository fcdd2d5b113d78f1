import type { PushTroublePage, PushTroubleRow } from '@kabao/contract/engine/push-trouble'
import { exactTotal } from '@kabao/contract/kernel/kernel'
import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { channelOfOwner, phoneOfUser } from '#users'

const columns = sql`t.id, t.push_id as "pushId", t.kind, t.at, t.user_id as "userId", u.phone, u.name, t.org_id as "orgId",
  org.name as "orgName", t.plan_id as "planId", plan.name as "planName", channel.name as "channelName", p.status, p.attempts,
  p.price_fen as "priceFen", t.owner_id as "ownerId", owner.name as "ownerName", t.closed_at as "closedAt",
  t.closed_how as "closedHow", closer.name as "closedBy", t.note, t.version`

const joins = sql`join "user" u on u.id = t.user_id join org on org.id = t.org_id join plan on plan.id = t.plan_id
  join push_record p on p.user_id = t.user_id and p.id = t.push_id left join channel on channel.id = t.channel_id
  left join admin owner on owner.id = t.owner_id left join admin closer on closer.id = t.closed_by`

/** The data scope: those of the channels of this owner; none if it is null. */
const ofOwner = (owner: string | null): RawBuilder<unknown>[] => channelOfOwner(sql`t.channel_id`, owner)

export const rowsOfTroubles = (
  { sort, ...filters }: Omit<PushTroublePage, 'current' | 'size'>,
  owner: string | null,
): RowsQuery => ({
  table: sql`push_trouble`,
  joins,
  where: [...matching(filters), ...ofOwner(owner)],
  key: sql`t.at`,
  isDescending: sort.startsWith('-'),
})

export async function findPageOfTroubles(
  db: Db,
  { current, size, ...page }: PushTroublePage,
  owner: string | null,
): Promise<Page<PushTroubleRow>> {
  const found = await findPage<PushTroubleRow>(db, { ...rowsOfTroubles(page, owner), columns, current, size })
  return { ...found, records: found.records.map(showRow) }
}

function matching(filters: Omit<PushTroublePage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { kind, state, ownerId, pushId, phone, orgId, planId, from, to } = filters
  const where = phoneOfUser(sql`t.user_id`, phone)
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (state) where.push(state === 'open' ? sql`t.closed_at is null` : sql`t.closed_at is not null`)
  if (ownerId) where.push(sql`t.owner_id = ${ownerId}`)
  if (pushId) where.push(sql`t.push_id = ${pushId}`)
  if (orgId) where.push(sql`t.org_id = ${orgId}`)
  if (planId) where.push(sql`t.plan_id = ${planId}`)
  if (from) where.push(sql`t.at >= ${from}`)
  if (to) where.push(sql`t.at < ${to}`)
  return where
}

export async function find(db: Db, id: string, owner: string | null): Promise<PushTroubleRow | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } =
    await sql<PushTroubleRow>`select ${columns} from push_trouble t ${joins} where ${where}`.execute(
      db.withoutPlugins(),
    )
  return rows[0] && showRow(rows[0])
}

/** How many are open and over, each counted up to one more than `exactTotal`, so that the time does not depend on the number of rows. */
export async function count(db: Db, owner: string | null): Promise<{ open: number; closed: number }> {
  const countOf = (state: RawBuilder<unknown>) => sql`(select count(*)::int from (
    select from push_trouble t where ${sql.join([state, ...ofOwner(owner)], sql` and `)} limit ${exactTotal + 1}) c)`
  const { rows } = await sql<{ open: number; closed: number }>`
    select ${countOf(sql`t.closed_at is null`)} as open, ${countOf(sql`t.closed_at is not null`)} as closed`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as { open: number; closed: number }
}

const showRow = ({ phone, name, note, ...row }: PushTroubleRow): PushTroubleRow => ({
  ...row,
  phone: phone && maskPhone(phone),
  name: name && maskName(name),
  note: maskText(note),
})

/**
 * Changes an open one that has this version.
 * @returns whether it was changed; of two callers who saw the same version, one
 */
export async function change(
  db: Db,
  { id, version }: { id: string; version: number },
  set: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update push_trouble t set ${set}, version = version + 1
    where id = ${id} and version = ${version} and closed_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Whether an administrator can look after something. It stays while this transaction lasts. */
export async function isEnabled(db: Db, adminId: string): Promise<boolean> {
  const { rows } =
    await sql`select from admin where id = ${adminId} and status = 'enabled' for key share`.execute(db)
  return rows.length > 0
}
