import type pg from 'pg'
import type { Partners } from './partners.ts'

/** Push plans of the demo: some drafts, scheduled ones, and a cancelled one. */
const made = [
  {
    name: '深圳老用户回访',
    flow: 'full',
    cityCode: '440300',
    statuses: ['matched'],
    schedule: 'now',
    status: 'draft',
  },
  {
    name: '低风险用户每日推送',
    flow: 'full',
    risk: ['low'],
    schedule: 'daily',
    dailyAt: '10:00',
    status: 'scheduled',
  },
  {
    name: '被拒用户换机构',
    flow: 'full',
    statuses: ['rejected'],
    schedule: 'daily',
    dailyAt: '14:30',
    status: 'scheduled',
  },
  {
    name: '国庆活动补推',
    flow: 'half',
    statuses: ['registered', 'profiled'],
    schedule: 'now',
    status: 'cancelled',
  },
  { name: '权益平台唤醒', flow: 'uv', schedule: 'now', cap: 2_000, status: 'draft' },
] as const

/** Adds the push plans, each to the first plan of the first organization of its flow. */
export async function addPushPlanRows(client: pg.PoolClient, { plans }: Partners): Promise<void> {
  for (const row of made) {
    const plan = plans[row.flow][0]?.[0]
    if (!plan) continue
    const { cityCode, statuses, risk, dailyAt, cap } = { ...noConditions, ...row }
    await client.query(
      `insert into push_plan (name, plan_id, city_code, user_statuses, risk_levels, schedule, daily_at, per_minute, cap, status)
       values ($1, $2, $3, $4, $5, $6, $7, 60, $8, $9) on conflict (name) do nothing`,
      [row.name, plan.id, cityCode, statuses, risk, row.schedule, dailyAt, cap, row.status],
    )
  }
}

const noConditions = { cityCode: null, statuses: [], risk: [], dailyAt: null, cap: null }
