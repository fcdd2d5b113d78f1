import { jointFlows, plainFlows } from '@kabao/contract/kernel/twin-lists'
import { type RawBuilder, sql } from 'kysely'
import { isLowNow } from '#ledger'
import { counted, ofChannels, type Waiting } from './kind.ts'

const suspense = 'PayConfigSuspenseList'
const recharges = ['recharge:page', 'FinanceRecharge']

/** What another person filed and waits for a review. @param from the table and its condition, as `t` */
const filedByOthers =
  (from: RawBuilder<unknown>): Waiting['count'] =>
  ({ db, caller }) =>
    counted(db, sql`select from ${from} and t.created_by <> ${caller.adminId} ${ofChannels(caller)}`)

/** The organizations of these flows whose balance is low now. */
const lowBalances =
  (flows: readonly string[]): Waiting['count'] =>
  ({ db }) =>
    counted(
      db,
      sql`select from org t join org_account account on account.org_id = t.id
        where ${isLowNow} and t.flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`,
    )

export const moneyWaiting: readonly Waiting[] = [
  {
    kind: 'suspenseOpen',
    needs: ['suspense:page', suspense, 'resolution:create'],
    link: () => ({ name: suspense, query: { status: 'open' } }),
    count: ({ db, caller }) =>
      counted(
        db,
        sql`select from payment_suspense t where t.status = 'open' and not exists (
          select from payment_resolution r where r.suspense_id = t.id and r.status = 'pending') ${ofChannels(caller)}`,
      ),
  },
  {
    kind: 'resolutionsToReview',
    needs: ['resolution:page', suspense, 'resolution:review'],
    link: () => ({ name: suspense, query: { tab: 'resolutions', status: 'pending' } }),
    count: filedByOthers(sql`payment_resolution t where t.status = 'pending'`),
  },
  {
    kind: 'rechargesToReview',
    needs: ['recharge:page', 'FinanceRecharge', 'recharge:review'],
    link: () => ({ name: 'FinanceRecharge', query: { status: 'pending' } }),
    count: ({ db, caller }) =>
      counted(
        db,
        sql`select from recharge t where t.status = 'pending' and t.created_by <> ${caller.adminId}`,
      ),
  },
  {
    kind: 'adjustmentsToReview',
    needs: ['adjustment:page', 'FinanceRecharge', 'adjustment:review'],
    link: () => ({ name: 'FinanceRecharge', query: { tab: 'adjustments', status: 'pending' } }),
    // Those of organizations belong to no channel, and everybody sees them.
    count: ({ db, caller }) =>
      counted(
        db,
        sql`select from adjustment t where t.status = 'pending' and t.created_by <> ${caller.adminId}
          and (t.org_id is not null or (true ${ofChannels(caller)}))`,
      ),
  },
  {
    kind: 'differencesOpen',
    needs: ['difference:page', 'FinanceReconcile'],
    link: () => ({ name: 'FinanceReconcile', query: { tab: 'differences', status: 'open' } }),
    count: ({ db, caller }) =>
      counted(db, sql`select from difference t where t.status = 'open' ${ofChannels(caller)}`),
  },
  {
    kind: 'correctionsToReview',
    needs: ['correction:page', 'FinanceReconcile', 'correction:review'],
    link: () => ({ name: 'FinanceReconcile', query: { tab: 'corrections', status: 'asked' } }),
    count: filedByOthers(sql`correction t where t.status = 'asked'`),
  },
  {
    kind: 'settlementsToConfirm',
    needs: ['settlement:page', 'FinanceSettlement', 'settlement:review'],
    link: () => ({ name: 'FinanceSettlement', query: { status: 'draft' } }),
    count: filedByOthers(sql`settlement t where t.status = 'draft'`),
  },
  {
    kind: 'balancesLow',
    needs: recharges,
    link: () => ({ name: 'FinanceRecharge', query: { low: 'open' } }),
    count: lowBalances([...plainFlows, ...jointFlows]),
  },
  // Who may not see recharges is led to the list of organizations, which has the flows of one of two lists.
  {
    kind: 'balancesLow',
    needs: ['org:page', 'OrgList'],
    unless: recharges,
    link: () => ({ name: 'OrgList', query: { balanceState: 'low', status: 'enabled' } }),
    count: lowBalances(plainFlows),
  },
  {
    kind: 'balancesLowUv',
    needs: ['orgUv:page', 'OrgUvList'],
    unless: recharges,
    link: () => ({ name: 'OrgUvList', query: { balanceState: 'low', status: 'enabled' } }),
    count: lowBalances(jointFlows),
  },
]
