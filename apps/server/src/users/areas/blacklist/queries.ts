import { writtenIdNumber } from '@kabao/contract/kernel/personal'
import {
  type BlacklistKind,
  type BlacklistPage,
  blacklistKinds,
  blacklistValue,
} from '@kabao/contract/users/blacklist'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRows } from '#platform/db/columns'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import type { Vault } from '#platform/keys/vault'
import { blacklistKeys } from '../../blacklist-match.ts'
import type { StoredRow } from './entry.ts'

const ownColumns = columnsOf('blacklist', [
  'id',
  'kind',
  'value',
  'valueSealed',
  'reason',
  'source',
  'expiresAt',
  'remark',
  'createdAt',
  'updatedAt',
  'version',
])
/** The columns of an entry that endpoints may return, with the names of the administrators who created and changed it. */
const columns = allColumns(
  ownColumns,
  sql<Pick<StoredRow, 'createdBy' | 'updatedBy'>>`maker.name as "createdBy", changer.name as "updatedBy"`,
)
const joins = sql`left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

/** Limits entries to those that this administrator added; null: all entries. */
export type Owner = string | null

const ofOwner = (owner: Owner) => (owner ? [sql`t.created_by = ${owner}`] : [])

/** @param values the forms in which the requested value may be stored */
export const rowsOfEntries = (
  page: Omit<BlacklistPage, 'current' | 'size'>,
  values: StoredValue[] | null,
  owner: Owner,
): RowsQuery => ({
  table: sql`blacklist`,
  joins,
  where: [...matching(page, values), ...ofOwner(owner)],
  key: page.sort.endsWith('expiresAt') ? sql`coalesce(t.expires_at, 'infinity')` : sql`t.created_at`,
  isDescending: page.sort.startsWith('-'),
})

/** @param values as for `rowsOfEntries` */
export const findPageOfEntries = (
  db: Db,
  { current, size, ...page }: BlacklistPage,
  values: StoredValue[] | null,
  owner: Owner,
): Promise<Page<StoredRow>> => findPage(db, { ...rowsOfEntries(page, values, owner), columns, current, size })

export interface StoredValue {
  kind: BlacklistKind
  value: string
}

/** The forms in which the value of a filter may be stored; null if the filter has no value. */
export const storedValues = (
  vault: Vault,
  { value, kind }: Pick<BlacklistPage, 'value' | 'kind'>,
): StoredValue[] | null =>
  value
    ? variants(value, kind).flatMap((each) =>
        blacklistKeys(vault, each.kind, each.value).map((key) => ({ ...each, value: key })),
      )
    : null

/** Every kind that a value could have, with the value's normal form for this kind. */
export function variants(value: string, kind: BlacklistKind | undefined): StoredValue[] {
  return blacklistKinds.flatMap((each) => {
    if (kind !== undefined && kind !== each) return []
    const schema = each === 'idNumber' ? writtenIdNumber : blacklistValue[each]
    const normal = schema.safeParse(value)
    return normal.success ? [{ kind: each, value: normal.data }] : []
  })
}

function matching(
  { kind, source, state, createdFrom, createdTo }: Omit<BlacklistPage, 'current' | 'size'>,
  values: StoredValue[] | null,
) {
  const where = []
  if (kind) where.push(sql`t.kind = ${kind}`)
  if (source) where.push(sql`t.source = ${source}`)
  if (state === 'active') where.push(sql`coalesce(t.expires_at, 'infinity') > now()`)
  if (state === 'expired') where.push(sql`coalesce(t.expires_at, 'infinity') <= now()`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  if (values?.length === 0) where.push(sql`false`)
  if (values?.length)
    where.push(
      sql`(t.kind, t.value) in (${sql.join(values.map((each) => sql`(${each.kind}, ${each.value})`))})`,
    )
  return where
}

/** Those of these entries that belong to the owner, in any order. */
export const findEntries = (db: Db, ids: readonly string[], owner: Owner): Promise<StoredRow[]> =>
  findRows(db, {
    table: sql`blacklist`,
    columns,
    joins,
    where: [sql`t.id = any(${ids}::bigint[])`, ...ofOwner(owner)],
  })
