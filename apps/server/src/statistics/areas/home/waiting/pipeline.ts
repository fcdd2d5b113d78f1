import { sql } from 'kysely'
import { ofChannels, type Waiting } from './kind.ts'

const pushes = 'PlanPushList'

export const pipelineWaiting: readonly Waiting[] = [
  {
    kind: 'pushesDead',
    needs: ['pushTrouble:page', pushes],
    link: () => ({ name: pushes, query: { tab: 'troubles', state: 'open' } }),
    rows: ({ caller }) => sql`select from push_trouble t where t.closed_at is null ${ofChannels(caller)}`,
  },
  {
    kind: 'returnsToReview',
    needs: ['pushReturn:page', pushes, 'pushReturn:review'],
    link: () => ({ name: pushes, query: { tab: 'returns', status: 'asked' } }),
    rows: ({
      caller,
    }) => sql`select from push_return t where t.status = 'asked' and t.asked_by is distinct from ${caller.adminId}
          ${ofChannels(caller)}`,
  },
]
