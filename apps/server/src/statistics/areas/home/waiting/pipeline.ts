import { sql } from 'kysely'
import { counted, ofChannels, type Waiting } from './kind.ts'

const pushes = 'PlanPushList'

export const pipelineWaiting: readonly Waiting[] = [
  {
    kind: 'pushesDead',
    needs: ['pushTrouble:page', pushes],
    link: () => ({ name: pushes, query: { tab: 'troubles', state: 'open' } }),
    count: ({ db, caller }) =>
      counted(db, sql`select from push_trouble t where t.closed_at is null ${ofChannels(caller)}`),
  },
  {
    kind: 'returnsToReview',
    needs: ['pushReturn:page', pushes, 'pushReturn:review'],
    link: () => ({ name: pushes, query: { tab: 'returns', status: 'asked' } }),
    count: ({ db, caller }) =>
      counted(
        db,
        sql`select from push_return t where t.status = 'asked' and t.asked_by is distinct from ${caller.adminId}
          ${ofChannels(caller)}`,
      ),
  },
  {
    kind: 'plansExhausted',
    needs: ['plan:page', 'PlanList'],
    link: () => ({ name: 'PlanList', query: { status: 'exhausted' } }),
    count: ({ db }) =>
      counted(db, sql`select from plan t where t.status = 'exhausted' and t.flow in ('full', 'half')`),
  },
  {
    kind: 'poolsLow',
    needs: ['poolLink:page', 'PayConfigPoolList'],
    link: () => ({ name: 'PayConfigPoolList', query: {} }),
    count: ({ db, poolAlert }) =>
      counted(db, sql`select from product t where t.pool_idle < ${poolAlert} and t.status <> 'offSale'`),
  },
]
