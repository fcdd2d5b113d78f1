import type { SettingKey } from '@kabao/contract/operations/setting'
import type { ChannelPage, ChannelRow } from '@kabao/contract/supply/channel'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRows } from '#platform/db/columns'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { containsInNames, startsWith } from '#platform/db/pattern'
import { referencesTo } from '#platform/db/references'
import type { List } from './lists.ts'

/** Limits channels to those that this administrator is in charge of; null: all channels. */
export type Owner = string | null

/** An unmasked channel. */
export type StoredRow = ChannelRow

const rowColumns = columnsOf('channel', [
  'id',
  'code',
  'name',
  'flow',
  'contactName',
  'contactPhone',
  'settlement',
  'priceFen',
  'shareBp',
  'deductionBp',
  'dailyCap',
  'allowedIps',
  'callsPerSecond',
  'notifyUrl',
  'ownerId',
  'status',
  'remark',
  'createdAt',
  'updatedAt',
  'version',
])
/**
 * The address of the landing page of a channel `t`; null if the setting is empty. The setting is read once for each query, with the
 * same snapshot as the channels.
 */
export const landingUrl = sql<string>`((select nullif(value #>> '{}', '') from setting
  where key = ${sql.lit('channel.landingBase' satisfies SettingKey)}) || '/' || t.code)`

const columns = allColumns(
  rowColumns,
  sql<
    Pick<ChannelRow, 'landingUrl' | 'ownerName' | 'createdBy' | 'updatedBy' | 'references'>
  >`${landingUrl} as "landingUrl", owner.name as "ownerName",
    maker.name as "createdBy", changer.name as "updatedBy", ${referencesTo('channel')} as "references"`,
)
const joins = sql`left join admin owner on owner.id = t.owner_id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

/** The sort keys that can be null, each with the value in the place of null; the indexes have the same expressions. */
const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  updatedAt: sql`t.updated_at`,
  priceFen: sql`coalesce(t.price_fen, 2147483647)`,
  shareBp: sql`coalesce(t.share_bp, 2147483647)`,
  deductionBp: sql`t.deduction_bp`,
  dailyCap: sql`coalesce(t.daily_cap, 2147483647)`,
}

export const ofOwner = (owner: Owner): RawBuilder<unknown>[] =>
  owner === null ? [] : [sql`t.owner_id = ${owner}`]

export const rowsOfChannels = (
  { only }: List,
  { sort, ...filters }: Omit<ChannelPage, 'current' | 'size'>,
  owner: Owner,
): RowsQuery => ({
  table: sql`channel`,
  joins,
  where: [...only, ...ofOwner(owner), ...matching(filters)],
  key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
  isDescending: sort.startsWith('-'),
})

export const findPageOfChannels = (
  db: Db,
  list: List,
  { current, size, ...page }: ChannelPage,
  owner: Owner,
): Promise<Page<StoredRow>> => findPage(db, { ...rowsOfChannels(list, page, owner), columns, current, size })

/** Those of these channels that are of the list and of the owner, in any order. */
export const findChannels = (
  db: Db,
  { only }: List,
  ids: readonly string[],
  owner: Owner,
): Promise<StoredRow[]> =>
  findRows(db, {
    table: sql`channel`,
    columns,
    joins,
    where: [sql`t.id = any(${ids}::bigint[])`, ...only, ...ofOwner(owner)],
  })

function matching(filters: Omit<ChannelPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { id, name, code, flow, settlement, status, ownerId } = filters
  const { priceFrom, priceTo, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (id) where.push(sql`t.id = ${id}`)
  if (name) where.push(containsInNames(name, { pairs: sql`t.name_pairs`, names: [sql`t.name`] }))
  if (code) where.push(sql`t.code like ${startsWith(code.toLowerCase())}`)
  if (flow) where.push(sql`t.flow = ${sql.lit(flow)}`)
  if (settlement) where.push(sql`t.settlement = ${sql.lit(settlement)}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (ownerId) where.push(sql`t.owner_id = ${ownerId}`)
  // By the expression of the index; a channel without a price is above every limit.
  if (priceFrom !== undefined) where.push(sql`${keys.priceFen} >= ${priceFrom}`, sql`t.price_fen is not null`)
  if (priceTo !== undefined) where.push(sql`${keys.priceFen} <= ${priceTo}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** Whether an administrator exists and may sign in. The account is not deleted before this transaction ends. */
export async function isEnabledAdmin(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from admin where id = ${id} and status = 'enabled' for key share`.execute(
    db,
  )
  return rows.length > 0
}
