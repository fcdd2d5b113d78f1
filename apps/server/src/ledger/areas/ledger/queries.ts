import type {
  AccountKind,
  BalancesPage,
  LedgerPage,
  PastBalance,
  TransferDetail,
  TransferRow,
} from '@kabao/contract/ledger/ledger'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, findPageWithTotals, type Page, type RowsQuery } from '#platform/db/page'
import { idsBetween } from '#platform/db/partitions'
import { channelOfOwner } from '#users'
import { balanceBefore } from '../../past-balance.ts'

const columns = sql`t.id, t.at, t.kind, t.amount_fen::float8 as "amountFen", debit.kind as "debitKind", credit.kind as "creditKind",
  org.id as "orgId", org.name as "orgName", channel.id as "channelId", channel.name as "channelName", t.number::float8,
  t.balance_after_fen::float8 as "balanceAfterFen", t.ref_kind as "refKind", t.ref_id as "refId",
  t.business_day as "businessDay", booker.name as "byAdmin", t.reverses_id as "reversesId"`

const joins = sql`join account debit on debit.id = t.debit_account_id join account credit on credit.id = t.credit_account_id
  left join account owned on owned.id = t.account_id left join org on org.id = owned.org_id
  left join channel on channel.id = owned.channel_id left join admin booker on booker.id = t.by_admin`

/** SQL conditions on a transfer `t`: it is of the account of a channel of this owner; none if the owner is null. */
const ofOwner = (owner: string | null): RawBuilder<unknown>[] =>
  owner === null
    ? []
    : [
        sql`t.account_id = any(array(select a.id from account a where ${sql.join(
          [sql`a.channel_id is not null`, ...channelOfOwner(sql`a.channel_id`, owner)],
          sql` and `,
        )}))`,
      ]

/** The transfers of a list. Their ids begin with the time of the booking, so the order of ids is the order of time. */
export const rowsOfTransfers = (
  { sort, ...filters }: Omit<LedgerPage, 'current' | 'size'>,
  owner: string | null,
): RowsQuery => ({
  table: sql`transfer`,
  joins,
  where: [
    ...matching(filters),
    ...idsBetween(sql`t.id`, { from: filters.from, to: filters.to }),
    ...ofOwner(owner),
  ],
  isPartitioned: true,
  isDescending: sort.startsWith('-'),
})

export const findPageOfTransfers = (
  db: Db,
  { current, size, ...page }: LedgerPage,
  owner: string | null,
): Promise<Page<TransferRow>> => findPage(db, { ...rowsOfTransfers(page, owner), columns, current, size })

/** Nearly all transfers are charges and costs. The other ones have an index of their own (`transfer_rare_idx`). */
const isRare = sql`t.kind not in ('charge', 'cost')`
const common: ReadonlySet<string> = new Set(['charge', 'cost'])
/** The kinds of accounts that charges and costs are booked on. */
const busy: ReadonlySet<AccountKind> = new Set(['prepaid', 'payable', 'revenue', 'channelCost'])

function matching(filters: Omit<LedgerPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { orgId, channelId, accountKind, kind, refId, amountFrom, amountTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (orgId) where.push(sql`t.account_id = (select a.id from account a where a.org_id = ${orgId})`)
  if (channelId)
    where.push(sql`t.account_id = (select a.id from account a where a.channel_id = ${channelId})`)
  if (accountKind) where.push(...onAccounts(accountKind))
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`, ...(common.has(kind) ? [] : [isRare]))
  // The ids of a reference are few, and found by the key of the references.
  if (refId) where.push(sql`t.id = any(array(${bookedFor(refId)}))`)
  if (amountFrom !== undefined) where.push(sql`t.amount_fen >= ${amountFrom}`)
  if (amountTo !== undefined) where.push(sql`t.amount_fen <= ${amountTo}`)
  return where
}

/**
 * The transfers of a reference of any kind. The pairs of kinds are few: each is found by one step in the key of the references, so
 * that the references themselves are not read.
 */
const bookedFor = (refId: string) => sql`
  with recursive pair as (
    (select kind, ref_kind from transfer_ref order by kind, ref_kind limit 1)
    union all
    select next.kind, next.ref_kind from pair cross join lateral (
      select r.kind, r.ref_kind from transfer_ref r where (r.kind, r.ref_kind) > (pair.kind, pair.ref_kind)
      order by r.kind, r.ref_kind limit 1) next
  )
  select r.transfer_id from pair join transfer_ref r
    on r.kind = pair.kind and r.ref_kind = pair.ref_kind and r.ref_id = ${refId}`

function onAccounts(kind: AccountKind): RawBuilder<unknown>[] {
  if (kind === 'prepaid' || kind === 'payable')
    return [sql`exists (select from account a where a.id = t.account_id and a.kind = ${sql.lit(kind)})`]
  const id = sql`(select a.id from account a where a.kind = ${sql.lit(kind)})`
  return [
    sql`(t.debit_account_id = ${id} or t.credit_account_id = ${id})`,
    ...(busy.has(kind) ? [] : [isRare]),
  ]
}

/** A transfer with what takes it back. */
export async function find(db: Db, id: string, owner: string | null): Promise<TransferDetail | undefined> {
  const where = sql.join([sql`t.id = ${id}`, ...ofOwner(owner)], sql` and `)
  const { rows } = await sql<TransferDetail>`
    select ${columns}, encode(t.hash, 'hex') as hash,
      case when t.kind = 'charge' then
        (select r.transfer_id from transfer_ref r where r.kind = 'refund' and r.ref_kind = t.ref_kind and r.ref_id = t.ref_id)
      else (select r.transfer_id from transfer_ref r where r.kind = 'reversal' and r.ref_kind = 'transfer' and r.ref_id = t.id::text)
      end as "reversedById"
    from transfer t ${joins} where ${where}`.execute(db.withoutPlugins())
  return rows[0]
}

/** The organizations with their balances just before an instant. */
export function findPageOfBalances(
  db: Db,
  { at, sort, current, size }: BalancesPage,
): Promise<Page<PastBalance> & { totals: { balanceFen: number } | null }> {
  const fen = balanceBefore(sql`(select a.id from account a where a.org_id = t.id)`, at)
  return findPageWithTotals(
    db,
    {
      table: sql`org`,
      columns: sql`t.id as "orgId", t.code as "orgCode", t.name as "orgName", ${fen}::float8 as "balanceFen"`,
      where: [],
      isDescending: sort.startsWith('-'),
      current,
      size,
    },
    { balanceFen: fen },
  )
}
