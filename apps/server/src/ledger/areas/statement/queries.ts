import type {
  Statement,
  StatementLink,
  StatementLinkPage,
  StatementRow,
} from '@kabao/contract/ledger/statement'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import type { Span } from './span.ts'

/** What the balance rose by; below 0, it fell. */
export const changeFen = sql`case t.account_id when t.credit_account_id then t.amount_fen else -t.amount_fen end`

/** The push that was charged or paid back: only what is an id, and of the organization itself, so that its own index finds it. */
const pushOf = (orgId: RawBuilder<unknown>) => sql`left join push_record p on p.org_id = ${orgId} and p.id =
  case when t.ref_kind = 'push' and t.ref_id ~ '^([0-9]{1,18}|[1-8][0-9]{18})$' then t.ref_id::bigint end`

const within = ({ accountId, openingNumber, closingNumber }: Span): RawBuilder<unknown>[] => [
  sql`t.account_id = ${accountId}`,
  sql`t.number > ${openingNumber}`,
  sql`t.number <= ${closingNumber}`,
]

/** The transfers of a statement, in the order of their numbers. */
export const rowsOfStatement = (span: Span, isDescending = false): RowsQuery => ({
  table: sql`transfer`,
  joins: sql`${pushOf(sql`${span.orgId}`)} left join plan on plan.id = p.plan_id`,
  where: within(span),
  key: sql`t.number`,
  isDescending,
})

const columns = sql`t.id, t.number::float8, t.at, t.business_day as "businessDay", t.kind, (${changeFen})::float8 as "amountFen",
  t.balance_after_fen::float8 as "balanceAfterFen", t.ref_kind as "refKind", t.ref_id as "refId", plan.name as "planName"`

export const findPageOfRows = (
  db: Db,
  span: Span,
  { current, size, isDescending }: { current: number; size: number; isDescending: boolean },
): Promise<Page<StatementRow>> =>
  findPage(db, { ...rowsOfStatement(span, isDescending), columns, current, size })

type Sums = Pick<Statement, 'kinds' | 'plans' | 'days' | 'transfers'>

interface Group {
  by: 'kind' | 'plan' | 'day'
  kind: Statement['kinds'][number]['kind']
  isPush: boolean
  planId: string | null
  planName: string | null
  day: string
  transfers: number
  fen: number
}

/** The sums of a statement by type, by plan and by day, from one reading of its transfers. */
export async function findSums(db: Db, span: Span): Promise<Sums> {
  const { rows } = await sql<Group>`
    with moved as materialized (
      select t.kind, t.business_day as day, t.kind in ('charge', 'refund') and t.ref_kind = 'push' as is_push, p.plan_id,
        ${changeFen} as fen
      from transfer t ${pushOf(sql`${span.orgId}`)} where ${sql.join(within(span), sql` and `)}
    ), summed as (
      select case when grouping(kind) = 0 then 'kind' when grouping(day) = 0 then 'day' else 'plan' end as by,
        kind, day, is_push, plan_id, count(*) as transfers, sum(fen) as fen
      from moved group by grouping sets ((kind), (day), (is_push, plan_id))
    )
    select s.by, s.kind, s.day, s.is_push as "isPush", s.plan_id as "planId", plan.name as "planName", s.transfers::float8,
      s.fen::float8 from summed s left join plan on plan.id = s.plan_id`.execute(db.withoutPlugins())
  const of = (by: Group['by']) => rows.filter((row) => row.by === by)
  let closingFen = span.openingFen
  return {
    transfers: span.closingNumber - span.openingNumber,
    kinds: of('kind').map(({ kind, transfers, fen }) => ({ kind, transfers, fen })),
    plans: of('plan')
      .filter(({ isPush }) => isPush)
      .toSorted((one, other) => one.fen - other.fen)
      .map(({ planId, planName, transfers, fen }) => ({ planId, planName, transfers, fen })),
    days: of('day')
      .toSorted((one, other) => (one.day < other.day ? -1 : 1))
      .map(({ day, transfers, fen }) => {
        closingFen += fen
        return { day, transfers, fen, closingFen }
      }),
  }
}

const linkColumns = sql`t.id, t.org_id as "orgId", org.name as "orgName", to_char(t.month, 'YYYY-MM') as month,
  case when t.revoked_at is not null then 'revoked' when t.expires_at <= now() then 'expired' else 'active' end as status,
  t.expires_at as "expiresAt", t.revoked_at as "revokedAt", revoker.name as "revokedBy", t.opened::float8,
  t.opened_at as "openedAt", maker.name as "createdBy", t.created_at as "createdAt"`
const linkJoins = sql`join org on org.id = t.org_id join admin maker on maker.id = t.created_by
  left join admin revoker on revoker.id = t.revoked_by`

export const findPageOfLinks = (
  db: Db,
  { current, size, sort, orgId }: StatementLinkPage,
): Promise<Page<StatementLink>> =>
  findPage(db, {
    table: sql`statement_link`,
    columns: linkColumns,
    joins: linkJoins,
    where: orgId ? [sql`t.org_id = ${orgId}`] : [],
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    current,
    size,
  })

export async function findLink(db: Db, id: string): Promise<StatementLink | undefined> {
  const { rows } = await sql<StatementLink>`
    select ${linkColumns} from statement_link t ${linkJoins} where t.id = ${id}`.execute(db.withoutPlugins())
  return rows[0]
}

export interface NewLink {
  orgId: string
  /** `yyyy-mm` */
  month: string
  days: number
  tokenHash: Buffer
  adminId: string
}

/** @returns the link's id */
export async function insertLink(
  db: Db,
  { orgId, month, days, tokenHash, adminId }: NewLink,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into statement_link (org_id, month, token_hash, expires_at, created_by)
    values (${orgId}, ${`${month}-01`}, ${tokenHash}, now() + make_interval(days => ${days}), ${adminId}) returning id`.execute(
    db,
  )
  return (rows[0] as { id: string }).id
}

/** @returns whether it was revoked now */
export async function revokeLink(db: Db, id: string, adminId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update statement_link set revoked_at = now(), revoked_by = ${adminId}, version = version + 1
    where id = ${id} and revoked_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Counts that a link was opened. @returns undefined if it does not open: unknown, expired or revoked */
export async function openLink(
  db: Db,
  tokenHash: Buffer,
): Promise<{ id: string; orgId: string; month: string; expiresAt: string } | undefined> {
  const { rows } = await sql<{ id: string; orgId: string; month: string; expiresAt: string }>`
    update statement_link set opened = opened + 1, opened_at = now()
    where token_hash = ${tokenHash} and revoked_at is null and expires_at > now()
    returning id, org_id as "orgId", to_char(month, 'YYYY-MM') as month, expires_at as "expiresAt"`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}
