import type {
  ReportAsked,
  ReportChartBody,
  ReportPage,
  ReportRecordsBody,
} from '@kabao/contract/statistics/report/calls'
import { type Figure, figures, sumsOf, type Tally } from '@kabao/contract/statistics/report/figures'
import { daysBefore } from '@kabao/contract/statistics/report/range'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reports } from '@kabao/contract/statistics/report/reports'
import type { FactKind, ReportRecord, ReportRow } from '@kabao/contract/statistics/report/rows'
import type { Call } from '../respond.ts'
import type { AnySpecial } from '../special.ts'
import { cellsOf, counted, daysOf, figureOf, stepsOf, unitsFor, upTo } from './report-rows.ts'
import { unitsOf } from './report-tallies.ts'

const about = (asked: ReportAsked, report: Report) => {
  const days = daysOf(asked, report)
  return { days, before: daysBefore(days, days, asked.compare), upTo: upTo() }
}

function rowsOf(body: ReportPage, report: Report): ReportRow[] {
  const { days, before } = about(body, report)
  const units = unitsFor(body, report)
  const steps = body.by === 'dimension' ? [null] : stepsOf(body, report)
  const groups = body.by === 'period' || report.dimension === 'none' ? [null] : units
  return steps.flatMap((step) =>
    groups.map((unit) => {
      const of = unit ? [unit] : units
      const now = counted(of, step?.days ?? days, step, body, report)
      const past = counted(of, step ? step.before : before, step, body, report)
      return {
        period: step?.key ?? null,
        id: unit?.id ?? null,
        name: unit?.name ?? null,
        code: unit?.code ?? null,
        cells: now ? cellsOf(now, past, body, report) : {},
      }
    }),
  )
}

function page(body: ReportPage, report: Report) {
  const { days, before } = about(body, report)
  const [key, sign] = body.sort.startsWith('-') ? [body.sort.slice(1), -1] : [body.sort, 1]
  const figureIn = (row: ReportRow, name: string) => row.cells[name]?.value ?? -1
  const rows = rowsOf(body, report).sort((one, other) =>
    key === 'period'
      ? sign * (one.period ?? '').localeCompare(other.period ?? '') ||
        figureIn(other, report.chart) - figureIn(one, report.chart)
      : sign * (figureIn(one, key) - figureIn(other, key)),
  )
  const units = unitsFor(body, report)
  const now = counted(units, days, null, body, report)
  const { current, size } = body
  return {
    ...about(body, report),
    records: rows.slice((current - 1) * size, current * size),
    total: rows.length,
    current,
    size,
    totals: now ? cellsOf(now, counted(units, before, null, body, report), body, report) : {},
    cross: null,
  }
}

/** A cross table by period; the demo tells no flows apart. */
function cross(body: ReportPage, report: Report) {
  const figure = body.cellFigure ?? report.chart
  const steps = body.across === 'period' ? stepsOf(body, report) : []
  const cellsIn = (of: ReturnType<typeof unitsFor>) => {
    const cell = (sums: ReturnType<typeof counted>) => ({ value: sums && figureOf(figure, sums) })
    return Object.fromEntries([
      ...steps.map((step) => [step.key, cell(counted(of, step.days, step, body, report))] as const),
      ['total', cell(counted(of, about(body, report).days, null, body, report))] as const,
    ])
  }
  const units = unitsFor(body, report)
  const records = units
    .map(({ id, name, code }) => ({
      period: null,
      id,
      name,
      code,
      cells: cellsIn(units.filter((unit) => unit.id === id)),
    }))
    .sort((one, other) => (other.cells.total?.value ?? 0) - (one.cells.total?.value ?? 0))
  return {
    ...page({ ...body, compare: 'none' }, report),
    records,
    total: records.length,
    cross: { figure, columns: steps.map(({ key }) => key), totals: cellsIn(units) },
  }
}

function chart({ figure: chosen, ...body }: ReportChartBody, report: Report) {
  const figure = chosen ?? report.chart
  const steps = stepsOf(body, report)
  const units = unitsFor(body, report)
  const values = (of: typeof units, side: 'days' | 'before') =>
    steps.map((step) => {
      const sums = counted(of, step[side], step, body, report)
      return sums && figureOf(figure, sums)
    })
  const isWhole = report.dimension === 'none'
  return {
    ...about(body, report),
    figure,
    periods: steps.map(({ key }) => key),
    series: (isWhole ? [null] : units.slice(0, 8)).map((unit) => ({
      id: unit?.id ?? null,
      name: unit?.name ?? null,
      values: values(unit ? [unit] : units, 'days'),
    })),
    beforeValues: body.compare === 'none' ? null : values(units, 'before'),
  }
}

const kinds: Partial<Record<Tally, FactKind>> = {
  visits: 'visit',
  uv: 'visit',
  registrations: 'registration',
  importedUsers: 'imported',
  profiles: 'profile',
  matches: 'match',
  matchedUsers: 'matched',
  pushes: 'push',
  accepted: 'accepted',
  rejected: 'rejected',
  duplicates: 'duplicate',
  failed: 'failed',
  returns: 'return',
  activeUsers: 'active',
  logins: 'login',
  orders: 'order',
  paidOrders: 'paid',
  refunds: 'refund',
  errors: 'error',
  chargedFen: 'charge',
  chargedBackFen: 'chargeBack',
  costFen: 'cost',
  paidFen: 'paid',
  refundedFen: 'refund',
}
const eachFen = 4_500

/** As many records as the figure says, made up page by page. */
function records(body: ReportRecordsBody, report: Report) {
  const { figure, part, side, period, rowId, current, size } = body
  const units = unitsFor(body, report).filter(({ id }) => rowId === undefined || id === rowId)
  const step = stepsOf(body, report).find(({ key }) => key === period) ?? null
  const whole = about(body, report)
  const days = side === 'before' ? (step ? step.before : whole.before) : (step?.days ?? whole.days)
  const sums = counted(units, days, step, body, report)
  const of: Figure = figures[figure]
  const sum = sumsOf(of)[part === 'bottom' ? 1 : 0] ?? { chargedFen: 1 }
  const total = Object.entries(sum).reduce(
    (all, [name, sign]) => all + sign * (sums?.[name as Tally] ?? 0),
    0,
  )
  const first = Object.keys(sum)[0] as Tally
  const isMoney = first.endsWith('Fen')
  const count = isMoney ? Math.ceil(Math.abs(total) / eachFen) : total
  const at = (nth: number): ReportRecord => {
    const day = days?.to ?? whole.days.to
    const rest = Math.abs(total) - (count - 1) * eachFen
    const fen = isMoney ? Math.sign(total) * (nth === count - 1 ? rest : eachFen) : null
    return {
      id: String(nth + 1),
      at: `${day}T0${nth % 9}:${10 + (nth % 50)}:00.000Z`,
      kind: kinds[first] ?? 'charge',
      day,
      came: day,
      fen,
      refId: String((nth % 12) + 1),
      userId: String((nth % 12) + 1),
      userName: '李**',
      userPhone: `138****${String(1000 + (nth % 9000))}`,
      channelName: unitsOf('channel')[nth % 6]?.name ?? null,
      orgName: null,
      planName: null,
      productName: null,
      cityCode: null,
      link: { name: 'UserList', query: { open: String((nth % 12) + 1) } },
    }
  }
  const shown = Math.max(0, Math.min(size, count - (current - 1) * size))
  return {
    records: Array.from({ length: shown }, (_, nth) => at((current - 1) * size + nth)),
    total: count,
    current,
    size,
    count,
    fen: isMoney ? total : null,
    visitsFrom: null,
  }
}

const bodyOf = <B>({ body }: Call) => body as unknown as B

/** The reports of the demo, whose figures are made up and the same at every visit. */
export const reportSpecials: Readonly<Record<string, AnySpecial>> = Object.fromEntries(
  reports.map((report): [string, AnySpecial] => [
    report.name,
    {
      count: 0,
      calls: {
        page: (call: Call) => {
          const body: ReportPage = bodyOf(call)
          return (body.across ? cross : page)(body, report)
        },
        chart: (call: Call) => chart(bodyOf(call), report),
        records: (call: Call) => records(bodyOf(call), report),
      } as AnySpecial['calls'] & object,
      choices: {
        channels: () => unitsOf('channel'),
        orgs: () => unitsOf('org'),
        plans: () => unitsOf('channel').slice(0, 0),
        products: () => unitsOf('product'),
      },
    },
  ]),
)
