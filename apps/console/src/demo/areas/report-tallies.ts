import type { ReportAsked } from '@kabao/contract/statistics/report/calls'
import { type Tally, tallies } from '@kabao/contract/statistics/report/figures'
import type { Dimension, Report } from '@kabao/contract/statistics/report/report'
import { randomFrom } from '../random.ts'
import { rowsOf } from '../tables.ts'

export type Tallies = Readonly<Record<Tally, number>>
/** A record that the rows of a report are about. */
export interface Unit {
  id: string
  name: string
  code: string | null
}

const cities = [
  ...[['440300', '深圳市'] as const, ['440100', '广州市'] as const, ['310100', '上海市'] as const],
  ...[['110100', '北京市'] as const, ['330100', '杭州市'] as const, ['510100', '成都市'] as const],
].map(([id, name]) => ({ id, name, code: null }))
const whole: readonly Unit[] = [{ id: '0', name: '', code: null }]

const named = (area: string): Unit[] =>
  rowsOf<{ name: string; code?: string }>(area)
    .slice(0, 8)
    .map(({ id, name, code = null }) => ({ id, name, code }))

/** The records of a dimension. */
export function unitsOf(dimension: Dimension): readonly Unit[] {
  if (dimension === 'none') return whole
  return dimension === 'city' ? cities : named(dimension)
}

/** How much of everything is left within the filters and the flow of a report. */
function shareOf(asked: ReportAsked, report: Report): number {
  const filters = [asked.channelId, asked.orgId, asked.planId, asked.productId, asked.cityCode]
  const own = report.dimension === 'none' ? 0 : 1
  const others = Math.max(0, filters.filter(Boolean).length - own)
  return { full: 0.55, half: 0.25, uv: 0.15, city: 0.05, all: 1 }[report.flow ?? 'all'] * 0.3 ** others
}

/** What the demo counted of a record on a day: the same at every visit. @param hour one hour of the day */
export function talliesOf(
  unit: Unit,
  day: string,
  asked: ReportAsked,
  report: Report,
  hour?: number,
): Tallies {
  const at = Date.parse(day) / 86_400_000
  const random = randomFrom(at * 31 + Number(unit.id) * 7919 + (hour ?? 99))
  const around = (value: number, share: number) =>
    Math.round(value * share * (0.85 + random.below(300) / 1000))
  const weekend = [0, 6].includes(new Date(day).getUTCDay()) ? 0.7 : 1
  const size = 9000 / (1 + (Number(unit.id) % 9)) + (report.dimension === 'none' ? 22_000 : 0)
  const ofHour = hour === undefined ? 1 : Math.max(0.2, 1 + Math.sin(((hour - 8) / 24) * 2 * Math.PI)) / 24
  const visits = around(size * weekend * ofHour * (1 + (at % 60) / 200), shareOf(asked, report))
  const uv = around(visits, 0.7)
  const registrations = around(uv, 0.2)
  const profiles = report.flow === 'half' ? 0 : around(registrations, 0.8)
  const matchedUsers = around(profiles || registrations, 0.75)
  const matches = around(matchedUsers, 1.2)
  const pushes = around(matches, 0.9)
  const accepted = around(pushes, 0.6)
  const returns = around(accepted, 0.02)
  const orders = around(uv, 0.03)
  const paidOrders = around(orders, 0.6)
  const refunds = around(paidOrders, 0.04)
  const given: Partial<Tallies> = {
    visits,
    uv,
    registrations,
    importedUsers: 0,
    profiles,
    matches,
    matchedUsers,
    pushes,
    accepted,
    returns,
    orders,
    paidOrders,
    refunds,
    rejected: around(pushes, 0.2),
    duplicates: around(pushes, 0.1),
    failed: around(pushes, 0.03),
    activeUsers: around(uv, 0.35),
    logins: around(uv, 0.12),
    errors: around(visits, 0.002),
    chargedFen: accepted * 4_500,
    chargedBackFen: returns * 4_500,
    costFen: registrations * 900,
    paidFen: paidOrders * 2_990,
    refundedFen: refunds * 2_990,
  }
  return Object.fromEntries(tallies.map((name) => [name, given[name] ?? 0])) as unknown as Tallies
}

export const addUp = (all: readonly Tallies[]): Tallies =>
  Object.fromEntries(
    tallies.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)]),
  ) as unknown as Tallies
