import { actsOn, document, ids, seen } from '../kernel/area-document.ts'
import { pushPlan } from './push-plan.ts'

const newPushPlan = {
  name: '老用户回访',
  planId: '1001',
  cityCode: '440300',
  userStatuses: ['matched' as const],
  schedule: 'daily' as const,
  dailyAt: '10:00',
  perMinute: 60,
}

export const pushPlanDocument = document(
  pushPlan,
  ['推送计划', 'Push plans'],
  {
    page: { current: 1, size: 20, status: 'draft', schedule: 'daily' },
    export: { status: 'draft', format: 'csv', columns: ['name', 'planName', 'status'] },
    create: newPushPlan,
    update: { ...newPushPlan, ...seen, id: '1001' },
    removeMany: ids,
    audience: { planId: '1001', cityCode: '440300', userStatuses: ['matched'] },
    ...actsOn({ schedule: { status: 'draft' } }),
    withdraw: seen,
    ...actsOn({ pause: { status: 'running' }, resume: { status: 'paused' }, cancel: { status: 'draft' } }),
  },
  [[/./, 'names of push plans and their audiences; no value of a person']],
)
