import { pushPlan as area, mostAudience } from '@kabao/contract/engine/push-plan'
import type { PlanRow } from '@kabao/contract/supply/plan'
import type { UserDetail } from '@kabao/contract/users/user'
import { isWithin, regionName } from '@kabao/region'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'
import { channels } from './channels.ts'

const names = ['老用户回访', '低风险用户每日推送', '被拒用户换机构', '节日补推', '新用户首推']
/** The demo sends nothing. */
const nobody = {
  total: 0,
  waiting: 0,
  sent: 0,
  pushed: 0,
  unfit: 0,
  reasons: [],
  pending: 0,
  accepted: 0,
  rejected: 0,
  duplicate: 0,
  failed: 0,
  unknown: 0,
  returned: 0,
}
const plans = () => [...rowsOf<PlanRow>('plan'), ...rowsOf<PlanRow>('planUv')]

/** The push plans; the demo counts its own users for an audience and sends nothing. */
export const pushPlan = special(area, {
  count: 14,
  row: (random, at) => {
    const schedule = random.pick(['now', 'at', 'daily'] as const)
    const isScheduled = at % 3 === 1
    return {
      name: `${names[at % names.length]}${at >= names.length ? ` ${Math.floor(at / names.length) + 1}` : ''}`,
      planId: rowsOf<PlanRow>('plan')[at % 6]?.id ?? '1',
      channelId: null,
      cityCode: random.pick([null, '440300', '310100']),
      registeredFrom: null,
      registeredTo: null,
      userStatuses: random.pick([[], ['matched'], ['rejected']] as const).slice(),
      riskLevels: random.chance(0.3) ? (['low'] as const).slice() : [],
      schedule,
      at: schedule === 'at' ? daysAgo(-1 - random.below(20)) : null,
      dailyAt: schedule === 'daily' ? random.pick(['09:30', '10:00', '14:30']) : null,
      perMinute: random.pick([60, 120, 300]),
      cap: random.chance(0.5) ? 500 * (1 + random.below(8)) : null,
      status: isScheduled ? ('scheduled' as const) : random.pick(['draft', 'cancelled'] as const),
      nextAt: null,
      holds: null,
      startedAt: null,
      endedAt: null,
      progress: nobody,
      remark: '',
      references: 0,
      createdAt: daysAgo(at * 2 + 1),
    }
  },
  unique: ['name'],
  fresh: () => ({
    status: 'draft',
    references: 0,
    progress: nobody,
    nextAt: null,
    holds: null,
    startedAt: null,
    endedAt: null,
  }),
  now: ({ planId, channelId, cityCode }) => {
    const plan = plans().find(({ id }) => id === planId)
    return {
      planName: plan?.name ?? '',
      orgName: plan?.orgName ?? '',
      flow: plan?.flow ?? 'full',
      channelName: channels.find(({ id }) => id === channelId)?.name ?? null,
      cityName: cityCode && regionName(cityCode),
    }
  },
  filters: {
    name: ({ name }, value) => name.toLowerCase().includes(value.trim().toLowerCase()),
  },
  choices: {
    plans: () => plans().map(({ id, name, orgName }) => ({ id, name, hint: orgName })),
    channels: () => channels,
  },
  calls: {
    audience: ({ body }) => {
      const { planId, channelId, cityCode, registeredFrom, registeredTo, userStatuses, riskLevels } = body
      const flow = plans().find(({ id }) => id === planId)?.flow
      const isIn = (user: UserDetail) =>
        user.flow === flow &&
        user.status !== 'deleted' &&
        (!channelId || user.channelId === channelId) &&
        (!cityCode || isWithin(user.cityCode ?? '', cityCode)) &&
        (!registeredFrom || user.createdAt >= registeredFrom) &&
        (!registeredTo || user.createdAt < registeredTo) &&
        (!userStatuses?.length || userStatuses.some((status) => status === user.status)) &&
        (!riskLevels?.length || riskLevels.some((level) => level === user.riskLevel))
      const count = rowsOf<UserDetail>('user').filter(isIn).length
      return { count: Math.min(count, mostAudience) }
    },
  },
})
