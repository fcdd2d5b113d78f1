import { type RawBuilder, sql } from 'kysely'
import { ofChannels, type Waiting } from './kind.ts'

const suspense = 'PayConfigSuspenseList'

/** What another person filed and waits for a review. @param from the table and its condition, as `t` */
const filedByOthers =
  (from: RawBuilder<unknown>): Waiting['rows'] =>
  ({ caller }) =>
    sql`select from ${from} and t.created_by <> ${caller.adminId} ${ofChannels(caller)}`

export const moneyWaiting: readonly Waiting[] = [
  {
    kind: 'suspenseOpen',
    needs: ['suspense:page', suspense, 'resolution:create'],
    link: () => ({ name: suspense, query: { status: 'open' } }),
    rows: ({ caller }) => sql`select from payment_suspense t where t.status = 'open' and not exists (
          select from payment_resolution r where r.suspense_id = t.id and r.status = 'pending') ${ofChannels(caller)}`,
  },
  {
    kind: 'resolutionsToReview',
    needs: ['resolution:page', suspense, 'resolution:review'],
    link: () => ({ name: suspense, query: { tab: 'resolutions', status: 'pending' } }),
    rows: filedByOthers(sql`payment_resolution t where t.status = 'pending'`),
  },
  {
    kind: 'rechargesToReview',
    needs: ['recharge:page', 'FinanceRecharge', 'recharge:review'],
    link: () => ({ name: 'FinanceRecharge', query: { status: 'pending' } }),
    rows: ({ caller }) =>
      sql`select from recharge t where t.status = 'pending' and t.created_by <> ${caller.adminId}`,
  },
  {
    kind: 'adjustmentsToReview',
    needs: ['adjustment:page', 'FinanceRecharge', 'adjustment:review'],
    link: () => ({ name: 'FinanceRecharge', query: { tab: 'adjustments', status: 'pending' } }),
    // Those of organizations belong to no channel, and everybody sees them.
    rows: ({
      caller,
    }) => sql`select from adjustment t where t.status = 'pending' and t.created_by <> ${caller.adminId}
          and (t.org_id is not null or (true ${ofChannels(caller)}))`,
  },
  {
    kind: 'differencesOpen',
    needs: ['difference:page', 'FinanceReconcile'],
    link: () => ({ name: 'FinanceReconcile', query: { tab: 'differences', status: 'open' } }),
    rows: ({ caller }) => sql`select from difference t where t.status = 'open' ${ofChannels(caller)}`,
  },
  {
    kind: 'changesToReview',
    needs: ['changeRequest:page', 'FinanceChangeList', 'changeRequest:review'],
    link: () => ({ name: 'FinanceChangeList', query: { status: 'pending' } }),
    // Those of organizations belong to no channel, and everybody sees them.
    rows: ({ caller }) =>
      sql`select from change_request t where t.status = 'pending' and t.created_by <> ${caller.adminId}
        and (t.channel_id is null or (true ${ofChannels(caller)}))`,
  },
  {
    kind: 'correctionsToReview',
    needs: ['correction:page', 'FinanceReconcile', 'correction:review'],
    link: () => ({ name: 'FinanceReconcile', query: { tab: 'corrections', status: 'asked' } }),
    rows: filedByOthers(sql`correction t where t.status = 'asked'`),
  },
  {
    kind: 'settlementsToConfirm',
    needs: ['settlement:page', 'FinanceSettlement', 'settlement:review'],
    link: () => ({ name: 'FinanceSettlement', query: { status: 'draft' } }),
    rows: filedByOthers(sql`settlement t where t.status = 'draft'`),
  },
]
