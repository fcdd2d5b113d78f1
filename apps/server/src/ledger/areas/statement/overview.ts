import type {
  overviewAmounts,
  StatementOverviewPage,
  StatementOverviewRow,
} from '@kabao/contract/ledger/statement-overview'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPageWithTotals, type Page, type RowsQuery } from '#platform/db/page'
import { timeIdAt } from '#platform/db/partitions'
import { containsInNames } from '#platform/db/pattern'
import { businessDay } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { balanceBefore } from '../../past-balance.ts'
import { instantsOf } from './span.ts'

type Amount = (typeof overviewAmounts)[number]
type Month = ReturnType<typeof instantsOf>

/** The first instant of a month and the first one after it. @param month `yyyy-mm`; default: the present one */
export const monthOf = (settings: Settings, month = businessDay(settings).slice(0, 7)): Month =>
  instantsOf(settings, month)

/** The transfers of organizations that are neither charges nor costs; `transfer_org_idx` has them, and this is its condition. */
const isRare = sql`r.account_id is not null and r.kind in ('recharge', 'payout', 'refund', 'adjust', 'reversal')`

/** SQL of what the balance rose by through transfers of these kinds. */
const risenBy = (...kinds: string[]) =>
  sql`sum(case r.account_id when r.credit_account_id then r.amount_fen else -r.amount_fen end)
    filter (where r.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}))`

/**
 * The organizations with the sums of a month. The balances are one row of an index each, the sums are those of the few transfers that
 * are not charges, and what remains was charged: no charge is read, however many there are.
 */
const monthOfOrgs = ({ from, to }: Month) => sql`(
  select org.id, org.code, org.name, org.short_name, org.name_pairs, account.id as account_id,
    ${balanceBefore(sql`account.id`, from)} as opening_fen, ${balanceBefore(sql`account.id`, to)} as closing_fen,
    coalesce(rare.recharged_fen, 0) as recharged_fen, coalesce(rare.paid_out_fen, 0) as paid_out_fen,
    coalesce(rare.refunded_fen, 0) as refunded_fen, coalesce(rare.adjusted_fen, 0) as adjusted_fen
  from org join account on account.org_id = org.id left join (
    select r.account_id, ${risenBy('recharge')} as recharged_fen, ${risenBy('payout')} as paid_out_fen,
      ${risenBy('refund')} as refunded_fen, ${risenBy('adjust', 'reversal')} as adjusted_fen
    from transfer r where r.id >= ${timeIdAt(Date.parse(from))} and r.id < ${timeIdAt(Date.parse(to))} and ${isRare}
    group by r.account_id
  ) rare on rare.account_id = account.id)`

/** SQL of the amounts of a row, in fen. */
export const amounts: Readonly<Record<Amount, RawBuilder<unknown>>> = {
  openingFen: sql`t.opening_fen`,
  rechargedFen: sql`t.recharged_fen`,
  paidOutFen: sql`t.paid_out_fen`,
  chargedFen: sql`(t.closing_fen - t.opening_fen - t.recharged_fen - t.paid_out_fen - t.refunded_fen - t.adjusted_fen)`,
  refundedFen: sql`t.refunded_fen`,
  adjustedFen: sql`t.adjusted_fen`,
  closingFen: sql`t.closing_fen`,
}
const keys: Readonly<Record<string, RawBuilder<unknown>>> = { orgCode: sql`t.code`, ...amounts }

type Asked = Omit<StatementOverviewPage, 'current' | 'size' | 'month'>

/** A month of all organizations, a row each. */
export function rowsOfOverview(month: Month, { sort, name, movement }: Asked): RowsQuery {
  const where: RawBuilder<unknown>[] = []
  if (name) {
    const names = [sql`t.name`, sql`t.short_name`, sql`t.code`]
    where.push(containsInNames(name, { pairs: sql`t.name_pairs`, names }))
  }
  if (movement) {
    const moved = sql`exists (select from transfer m where m.account_id = t.account_id
      and m.id >= ${timeIdAt(Date.parse(month.from))} and m.id < ${timeIdAt(Date.parse(month.to))})`
    where.push(movement === 'moved' ? moved : sql`not ${moved}`)
  }
  return {
    table: monthOfOrgs(month),
    where,
    key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
    isDescending: sort.startsWith('-'),
  }
}

const columns = sql`t.id, t.code as "orgCode", t.name as "orgName", ${sql.join(
  Object.entries(amounts).map(([name, fen]) => sql`(${fen})::float8 as ${sql.id(name)}`),
)}`

export const findOverview = (
  db: Db,
  month: Month,
  { current, size, ...asked }: Omit<StatementOverviewPage, 'month'>,
): Promise<Page<StatementOverviewRow> & { totals: Record<Amount, number> | null }> =>
  findPageWithTotals(db, { ...rowsOfOverview(month, asked), columns, current, size }, amounts)
