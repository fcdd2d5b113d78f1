import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { home as area, funnelSteps, type HomeLayout } from '@kabao/contract/statistics/home'
import { writeDrillDown } from '@kabao/contract/statistics/report/drill-down'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'
import { channels } from './channels.ts'

const minute = 60_000
/** Of today, of yesterday, and of last week until the same minute. */
const figures = {
  uv: [12_860, 11_975, 12_104],
  registrations: [2_214, 2_204, 2_310],
  pushes: [1_873, 1_690, 1_702],
  accepted: [1_102, 1_011, 1_043],
  allRevenue: [4_871_200, 4_463_000, 4_520_500],
  allProfit: [1_902_450, 1_877_700, 1_811_900],
} as const
const reached = [12_860, 2_214, 1_980, 1_873, 1_102]
const plans = [
  ['华南标准计划', '华南信用卡中心', 286, 300, 255, 241, 168],
  ['华东优选计划', '华东消费金融', 214, 400, null, 203, 131],
  ['华北夜间计划', '华北信用卡中心', 96, null, null, 92, 47],
] as const
let layout: HomeLayout = { order: [], hidden: [] }

/** The cards of today; nothing waits in the demo. */
export const home = special(area, {
  calls: {
    today: () => ({
      figures: {
        day: businessDayAt(Date.now(), { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }),
        upTo: new Date().toISOString(),
        comparedTo: new Date(Math.floor(Date.now() / minute) * minute).toISOString(),
        report: { name: 'ChartSystemList', query: { preset: 'today' } },
        figures: Object.entries(figures).map(([key, [today, yesterday, lastWeek]]) => ({
          key: key as keyof typeof figures,
          today,
          yesterday,
          lastWeek,
          link: {
            name: 'ChartSystemList',
            query: { preset: 'today', drillDown: writeDrillDown({ figure: key, side: 'now' }) },
          },
        })),
        funnel: funnelSteps.map((key, index) => ({ key, count: reached[index] as number })),
      },
      waiting: [],
      warnings: [],
    }),
    more: () => ({
      plans: plans.map(([name, orgName, used, dailyCap, expected, answered, accepted], index) => ({
        id: String(index + 1),
        name,
        orgName,
        flow: 'full' as const,
        used,
        dailyCap,
        expected,
        answered,
        accepted,
      })),

      channels: channels.slice(0, 5).map(({ id, name }, index) => ({
        id,
        name,
        isUv: false,
        accepted: 320 - 55 * index,
        revenueFen: 1_402_000 - 236_000 * index,
      })),
      orgs: plans.map(([, name], index) => ({
        id: String(index + 1),
        name,
        isUv: false,
        accepted: 168 - 40 * index,
        revenueFen: 812_000 - 190_000 * index,
      })),
      errors: [
        {
          id: '1',
          name: 'TypeError',
          message: "Cannot read properties of undefined (reading 'name')",
          count: 12,
          lastAt: daysAgo(0.1),
        },
        {
          id: '2',
          name: 'ReferenceError',
          message: 'WeixinJSBridge is not defined',
          count: 7,
          lastAt: daysAgo(0.3),
        },
      ],
    }),
    layout: () => layout,
    setLayout: ({ body }) => {
      layout = body
      return body
    },
  },
})
