import { crmCenter as area } from '@kabao/contract/crm/crm-center'
import type { LeadPoolRow } from '@kabao/contract/crm/lead-pool'
import type { LeadDetail } from '@kabao/contract/crm/lead-row'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'
import { rowsOf, tableOf } from '../tables.ts'
import { meId } from './lead.ts'
import { recordsBehind } from './lead-records.ts'

type Lead = Pick<
  LeadDetail,
  'salesmanId' | 'closedAt' | 'firstContactAt' | 'firstContactDueAt' | 'nextFollowAt' | 'recycleAt'
>
/** When a lead is due in each part of the desk; null: it is not. */
const dueIn = {
  overdue: ({ nextFollowAt }: Lead) =>
    nextFollowAt !== null && nextFollowAt < daysAgo(0) ? nextFollowAt : null,
  today: ({ nextFollowAt }: Lead) =>
    nextFollowAt !== null && nextFollowAt >= daysAgo(0) && nextFollowAt < daysAgo(-1) ? nextFollowAt : null,
  fresh: ({ firstContactAt, firstContactDueAt }: Lead) =>
    firstContactAt === null ? firstContactDueAt : null,
  returning: ({ recycleAt }: Lead) => (recycleAt !== null && recycleAt < daysAgo(-1) ? recycleAt : null),
} as const
type Part = keyof typeof dueIn

const mine = () =>
  rowsOf<LeadDetail>('lead').filter(({ salesmanId, closedAt }) => salesmanId === meId && closedAt === null)
const leadsOf = (part: Part) =>
  mine()
    .filter((lead) => dueIn[part](lead) !== null)
    .toSorted((one, other) => String(dueIn[part](one)).localeCompare(String(dueIn[part](other))))

const funnel = (got: number) => ({
  got,
  contacted: Math.round(got * 0.8),
  interested: Math.round(got * 0.45),
  applied: Math.round(got * 0.25),
  converted: Math.round(got * 0.12),
  invalid: Math.round(got * 0.1),
})
/** What was got in a week, now and before. */
const gotInWeek = { now: 26, before: 22 }
const takenToday = 6

export const crmCenter = special(area, {
  calls: {
    desk: ({ query }) => {
      const now = new Date().toISOString()
      const fresh = leadsOf('fresh')
      const times = query.period === 'month' ? 4 : 1
      return {
        salesman: {
          id: meId,
          name: '陈晓',
          teamName: '华南销售一队',
          status: 'onDuty' as const,
          held: mine().length,
          capacity: 100,
          taken: takenToday,
          dailyQuota: 30,
        },
        pools: rowsOf<LeadPoolRow>('leadPool').map((pool) => ({
          ...pool,
          waiting: pool.waiting,
          held: mine().length,
          claims: takenToday,
        })),
        due: {
          overdue: leadsOf('overdue').length,
          today: leadsOf('today').length,
          fresh: fresh.length,
          late: fresh.filter(({ firstContactDueAt }) => String(firstContactDueAt) < now).length,
          returning: leadsOf('returning').length,
        },
        funnel: {
          from: daysAgo(7 * times),
          now: funnel(gotInWeek.now * times),
          before: funnel(gotInWeek.before * times),
        },
        ranking: ['林静', '陈晓', '周凯'].map((name, index) => ({
          rank: index + 1,
          salesmanId: String(index + 1),
          name,
          got: (30 - index * 4) * times,
          converted: (5 - index) * times,
          isMe: name === '陈晓',
        })),
      }
    },
    records: ({ body: { figure, period, isBefore, current, size } }) => {
      const got = (isBefore ? gotInWeek.before : gotInWeek.now) * (period === 'month' ? 4 : 1)
      const count = figure === 'taken' || figure === 'claims' ? takenToday : funnel(got)[figure]
      return recordsBehind({ count, event: 'claimed', current, size })
    },
    leads: ({ body: { part, after, size }, ...call }) => {
      const all = leadsOf(part)
      const rest = after ? all.slice(all.findIndex(({ id }) => id === after.id) + 1) : all
      const leads = rest.slice(0, size)
      const last = leads.at(-1)
      const at = last && dueIn[part](last)
      const table = tableOf('lead')
      return {
        leads: leads.map((lead) => table.shown(lead, call) as unknown as LeadDetail),
        next: last && at && rest.length > size ? { at, id: last.id } : null,
      }
    },
  },
})
