import { readPhoneFilter } from '@kabao/contract/kernel/personal'
import type { RiskLevel, UserPage, UserRow, UserStatus } from '@kabao/contract/users/user'
import { type RawBuilder, sql } from 'kysely'
import { isOfRegion } from '#platform/db/city-filter'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRow } from '#platform/db/columns'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { startsWith } from '#platform/db/pattern'

/** The columns of a user that a list shows, unmasked. */
export interface StoredRow {
  id: string
  phone: string | null
  name: string | null
  gender: UserRow['gender']
  birthday: string | null
  cityCode: string | null
  channelId: string | null
  channelName: string | null
  flow: UserRow['flow']
  source: UserRow['source']
  status: UserRow['status']
  riskLevel: UserRow['riskLevel']
  lastActiveAt: string
  createdAt: string
}

const rowColumns: RawBuilder<StoredRow> = allColumns(
  columnsOf('user', [
    'id',
    'phone',
    'name',
    'gender',
    'birthday',
    'cityCode',
    'channelId',
    'flow',
    'source',
    'status',
    'riskLevel',
    'lastActiveAt',
    'createdAt',
  ]),
  sql<Pick<StoredRow, 'channelName'>>`channel.name as "channelName"`,
)
/** The columns that the details of a user show in addition to the list. */
const detailColumns = columnsOf('user', [
  'idNumberSealed',
  'incomeBand',
  'creditBand',
  'house',
  'car',
  'socialInsurance',
  'housingFund',
  'occupation',
  'ip',
  'device',
  'riskCheckedAt',
  'pushCount',
  'remark',
  'updatedAt',
  'deletedAt',
])
const consentColumns = sql<{
  consentText: string | null
  consentAt: string | null
}>`user_consent.text as "consentText",
  user_consent.given_at as "consentAt"`
const joins = sql`left join channel on channel.id = t.channel_id`

/** Limits users to the channels that this administrator is in charge of; null: all users. */
export type Owner = string | null

const ownChannels = (owner: string) => sql`any(array(select c.id from channel c where c.owner_id = ${owner}))`

/** @param idNumberHashes the fingerprints that the requested id number may be stored with */
export function rowsOfUsers(
  { sort, idNumber: _, ...filters }: Omit<UserPage, 'current' | 'size'>,
  idNumberHashes: Buffer[] | null,
  owner: Owner,
): RowsQuery {
  return {
    table: sql`"user"`,
    joins,
    where: [
      ...matching(filters, idNumberHashes),
      ...(owner ? [sql`t.channel_id = ${ownChannels(owner)}`] : []),
    ],
    key: sort.endsWith('lastActiveAt') ? sql`t.last_active_at` : sql`t.created_at`,
    isDescending: sort.startsWith('-'),
  }
}

/** @param idNumberHashes as for `rowsOfUsers` */
export function findPageOfUsers(
  db: Db,
  { current, size, ...page }: UserPage,
  idNumberHashes: Buffer[] | null,
  owner: Owner,
): Promise<Page<StoredRow>> {
  return findPage(db, { ...rowsOfUsers(page, idNumberHashes, owner), columns: rowColumns, current, size })
}

type Filters = Omit<UserPage, 'current' | 'size' | 'sort' | 'idNumber'>

function matching(filters: Filters, idNumberHashes: Buffer[] | null): RawBuilder<unknown>[] {
  const { phone, name, cityCode, channelId, flow, source, status, riskLevel, createdFrom, createdTo } =
    filters
  const where: RawBuilder<unknown>[] = []
  const parts = phone ? readPhoneFilter(phone) : null
  if (parts?.whole) where.push(sql`t.phone = ${parts.whole}`)
  if (parts?.first3) where.push(sql`t.phone >= ${parts.first3} and t.phone < ${`${parts.first3}:`}`)
  if (parts?.last4) where.push(sql`right(t.phone, 4) = ${parts.last4}`)
  if (name) where.push(nameCondition(name))
  if (idNumberHashes) where.push(sql`t.id_number_hash = any(${idNumberHashes}::bytea[])`)
  if (cityCode) where.push(...isOfRegion(cityCode))
  if (channelId) where.push(sql`t.channel_id = ${channelId}`)
  if (flow) where.push(sql`t.flow = ${sql.lit(flow)}`)
  if (source) where.push(sql`t.source = ${sql.lit(source)}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (riskLevel) where.push(sql`t.risk_level = ${sql.lit(riskLevel)}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** One character is the surname, which the mask shows; a longer text is the whole name. */
const nameCondition = (name: string) =>
  [...name].length === 1 ? sql`t.name like ${startsWith(name)}` : sql`t.name = ${name}`

export const find = (db: Db, id: string, owner: Owner) =>
  findRow(db, {
    table: sql`"user"`,
    columns: allColumns(allColumns(rowColumns, detailColumns), consentColumns),
    joins: sql`${joins} left join user_consent on user_consent.user_id = t.id`,
    where: [sql`t.id = ${id}`, ...(owner === null ? [] : [sql`channel.owner_id = ${owner}`])],
  })

/** Stores the level and the time of a whole report, unless a later report is already stored. */
export const keepRiskLevel = (db: Db, id: string, level: RiskLevel, checkedAt: string) =>
  sql`
    update "user" set risk_level = ${level}, risk_checked_at = ${checkedAt}
    where id = ${id} and status <> 'deleted' and coalesce(risk_checked_at, '-infinity') < ${checkedAt}`.execute(
    db,
  )

/** Locks those of these users that exist, are not deleted yet and belong to the owner. */
export async function lockForDeletion(db: Db, ids: readonly string[], owner: Owner) {
  const { rows } = await sql<UserToDelete>`
    select id, status, phone, name, id_number_sealed as "idNumberSealed", device, ip from "user"
    where id in (${sql.join([...ids])}) and status <> 'deleted'
      ${owner ? sql`and channel_id = ${ownChannels(owner)}` : sql``}
    order by id for update`.execute(db.withoutPlugins())
  return rows
}

export interface UserToDelete {
  id: string
  status: UserStatus
  phone: string | null
  name: string | null
  idNumberSealed: Buffer | null
  device: string | null
  ip: string | null
}

/** A trigger empties the rows that belong to these users. */
export const markDeleted = (db: Db, ids: readonly string[], adminId: string) =>
  sql`
    update "user" set
      status = 'deleted', deleted_at = now(), phone = null, name = null, id_number_sealed = null, id_number_hash = null,
      gender = null, birthday = null, income_band = null, credit_band = null, house = null, car = null,
      social_insurance = null, housing_fund = null, occupation = null, ip = null, device = null, remark = '',
      updated_by = ${adminId}, updated_at = now(), version = version + 1
    where id in (${sql.join([...ids])})`.execute(db)
