import type {
  ResultPage,
  ResultRow,
  SettlementLine,
  SettlementPage,
  SettlementRow,
} from '@kabao/contract/ledger/settlement'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { channelOfOwner } from '#users'
import { reviewFlagsOf } from '../../review/flags.ts'

/** The owner of the rows, and the administrator who reads them. */
interface Reader {
  /** Null: all rows. */
  owner: string | null
  adminId: string | null
}

const columnsFor = (
  adminId: string | null,
) => sql`t.id, t.channel_id as "channelId", channel.code as "channelCode",
  channel.name as "channelName", to_char(t.from_day, 'YYYY-MM-DD') as "fromDay", to_char(t.to_day, 'YYYY-MM-DD') as "toDay",
  t.amount_fen::float8 as "amountFen", t.base_fen::float8 as "baseFen", t.results::float8 as results,
  t.deducted::float8 as deducted, t.late::float8 as late, t.late_fen::float8 as "lateFen", t.status,
  ${reviewFlagsOf(sql`t.created_by`, adminId)}, maker.name as "createdBy", reviewer.name as "reviewedBy",
  t.reviewed_at as "reviewedAt", t.note, payer.name as "paidBy", t.paid_at as "paidAt", t.voucher_file_id as "voucherFileId",
  t.created_at as "createdAt", t.version`

const joins = sql`join channel on channel.id = t.channel_id join admin maker on maker.id = t.created_by
  left join admin reviewer on reviewer.id = t.reviewed_by left join admin payer on payer.id = t.paid_by`

/** SQL conditions on a settlement `t`: its channel belongs to this owner; none if the owner is null. */
export const ofOwner = (owner: string | null): RawBuilder<unknown>[] =>
  channelOfOwner(sql`t.channel_id`, owner)

export const rowsOfSettlements = (
  { sort, status, channelId, createdFrom, createdTo }: Omit<SettlementPage, 'current' | 'size'>,
  owner: string | null,
): RowsQuery => {
  const where = ofOwner(owner)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (channelId) where.push(sql`t.channel_id = ${channelId}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return {
    table: sql`settlement`,
    joins,
    where,
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
  }
}

export const findPageOfSettlements = (
  db: Db,
  { current, size, ...page }: SettlementPage,
  { owner, adminId }: Reader,
): Promise<Page<SettlementRow>> =>
  findPage(db, { ...rowsOfSettlements(page, owner), columns: columnsFor(adminId), current, size })

export async function find(
  db: Db,
  id: string,
  { owner, adminId }: Reader,
): Promise<SettlementRow | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } = await sql<SettlementRow>`
    select ${columnsFor(adminId)} from settlement t ${joins} where ${where}`.execute(db.withoutPlugins())
  return rows[0]
}

/** The frozen sums of a settlement, by day. */
export async function findLines(db: Db, id: string): Promise<SettlementLine[]> {
  const { rows } = await sql<SettlementLine>`
    select to_char(business_day, 'YYYY-MM-DD') as "businessDay", kind, is_late as "isLate", results::float8 as results,
      deducted::float8 as deducted, base_fen::float8 as "baseFen", cost_fen::float8 as "costFen"
    from settlement_line where settlement_id = ${id} order by is_late, business_day, kind`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** Whether a channel exists and belongs to the owner. */
export async function isChannelOf(db: Db, channelId: string, owner: string | null): Promise<boolean> {
  const { rows } = await sql`select from channel t where t.id = ${channelId}
    and ${owner === null ? sql`true` : sql`t.owner_id = ${owner}`}`.execute(db)
  return rows.length > 0
}

/** The results that a settlement covers. */
export interface Coverage {
  channelId: string
  fromDay: string
  toDay: string
  afterNumber: string
  firstNumber: string
  uptoNumber: string
}

/** @returns undefined if there is no such settlement of the owner */
export async function findCoverage(db: Db, id: string, owner: string | null): Promise<Coverage | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } = await sql<Coverage>`
    select t.channel_id as "channelId", to_char(t.from_day, 'YYYY-MM-DD') as "fromDay", to_char(t.to_day, 'YYYY-MM-DD') as "toDay",
      t.after_number as "afterNumber", t.first_number as "firstNumber", t.upto_number as "uptoNumber"
    from settlement t where ${where}`.execute(db.withoutPlugins())
  return rows[0]
}

/** SQL: whether a result `t` is of a day that an earlier settlement closed. */
export const lateIn = ({ fromDay }: Coverage) =>
  sql<boolean>`(t.due_day < ${fromDay}::date and isfinite(t.due_day))`

/** The results of a settlement: always the same rows, because results are numbered and only added. */
export function rowsOfResults(
  of: Coverage,
  { sort, kind, businessDay, isDeducted, isLate }: Omit<ResultPage, 'current' | 'size' | 'settlementId'>,
): RowsQuery {
  const where = [
    sql`t.channel_id = ${of.channelId}`,
    sql`t.number between ${of.firstNumber} and ${of.uptoNumber}`,
    sql`t.due_day <= ${of.toDay}::date`,
    sql`(t.due_day >= ${of.fromDay}::date or t.number > ${of.afterNumber})`,
  ]
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (businessDay) where.push(sql`t.business_day = ${businessDay}`)
  if (isDeducted !== undefined) where.push(sql`(t.deducted_for is not null) = ${sql.lit(isDeducted)}`)
  if (isLate !== undefined) where.push(sql`${lateIn(of)} = ${sql.lit(isLate)}`)
  return { table: sql`channel_result`, where, key: sql`t.number`, isDescending: sort.startsWith('-') }
}

export const findPageOfResults = (
  db: Db,
  of: Coverage,
  { current, size, settlementId: _, ...page }: ResultPage,
): Promise<Page<ResultRow>> => {
  const columns = sql`t.number::float8 as number, t.at, to_char(t.business_day, 'YYYY-MM-DD') as "businessDay", t.kind,
    t.ref_id as "refId", t.base_fen::float8 as "baseFen", t.cost_fen::float8 as "costFen",
    t.deducted_for is not null as "isDeducted", t.draw, t.deduction_bp as "deductionBp", ${lateIn(of)} as "isLate"`
  return findPage(db, { ...rowsOfResults(of, page), columns, current, size })
}
