import { actsOn, document, ids, seen } from '../kernel/area-document.ts'
import { plan, planUv } from './plan.ts'

const newPlan = {
  orgId: '1001',
  name: '华南标准计划',
  priceFen: 4_500,
  cityCodes: ['440100', '440300'],
  ageFrom: 22,
  ageTo: 50,
  windows: [{ weekday: 1, from: '09:00', to: '18:00' }],
  dailyCap: 500,
  isPaced: true,
  waitsWhenFull: false,
  returnDays: 7,
  returnReasons: ['号码错误'],
  startsOn: '2026-01-01',
}

export const planDocument = document(
  plan,
  ['计划', 'Plans'],
  {
    saveCaps: { version: 3, caps: [{ channelId: '1001', span: 'day', most: 100 }] },
    page: { current: 1, size: 20, sort: '-priceFen', status: 'running', cityCode: '440300' },
    export: { status: 'running', format: 'xlsx', columns: ['name', 'orgName', 'priceFen'] },
    create: { ...newPlan, flow: 'full' },
    update: { ...newPlan, ...seen, id: '1001', flow: 'full' },
    removeMany: ids,
    preview: { ...newPlan, id: '1001', flow: 'full' },
    simulate: { ...newPlan, flow: 'full' },
    ...actsOn({
      start: { status: 'draft' },
      pause: { status: 'running' },
      resume: { status: 'paused' },
      end: { status: 'paused' },
    }),
  },
  [[/./, 'plans are not about one person']],
)

export const planUvDocument = document(
  planUv,
  ['联登计划', 'Joint login plans'],
  {
    saveCaps: { version: 3, caps: [{ channelId: '1001', span: 'all', mostFen: 500_000 }] },
    page: { current: 1, size: 20, sort: '-priceFen', status: 'running', cityCode: '440300' },
    export: { status: 'running', format: 'xlsx', columns: ['name', 'orgName', 'priceFen'] },
    create: { ...newPlan, flow: 'uv' },
    update: { ...newPlan, ...seen, id: '1001', flow: 'uv' },
    removeMany: ids,
    preview: { ...newPlan, id: '1001', flow: 'uv' },
    simulate: { ...newPlan, flow: 'uv' },
    ...actsOn({
      start: { status: 'draft' },
      pause: { status: 'running' },
      resume: { status: 'paused' },
      end: { status: 'paused' },
    }),
  },
  [[/./, 'plans are not about one person']],
)
