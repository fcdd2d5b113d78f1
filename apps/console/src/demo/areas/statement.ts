import type { TransferDetail } from '@kabao/contract/ledger/ledger'
import { statement as area, type Statement } from '@kabao/contract/ledger/statement'
import { overviewAmounts, type StatementOverviewRow } from '@kabao/contract/ledger/statement-overview'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'

const transfers = () => rowsOf<TransferDetail>('ledger')
const orgs = () => [
  ...new Map(
    transfers().map(({ orgId, orgName }) => [orgId, { id: orgId ?? '', name: orgName ?? '' }]),
  ).values(),
]
const changeOf = ({ kind, amountFen }: TransferDetail) => (kind === 'charge' ? -amountFen : amountFen)
const sumOf = (rows: readonly TransferDetail[]) => rows.reduce((all, row) => all + changeOf(row), 0)

function sheet(orgId: string, month: string): Statement {
  const own = transfers().filter((row) => row.orgId === orgId)
  const rows = own.filter(({ businessDay }) => businessDay.startsWith(month))
  const [year, nth] = month.split('-').map(Number) as [number, number]
  const to = new Date(Date.UTC(year, nth, 1)).toISOString()
  const openingFen = sumOf(own.filter(({ businessDay }) => businessDay < month))
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const days = [...new Set(rows.map(({ businessDay }) => businessDay))].toSorted()
  const charges = rows.filter(({ kind }) => kind === 'charge')
  let closingFen = openingFen
  return {
    orgId,
    orgCode: `org00${orgId}`,
    orgName: orgs().find(({ id }) => id === orgId)?.name ?? '–',
    month,
    from: `${month}-01T00:00:00.000Z`,
    to,
    isOver: Date.parse(to) < Date.now(),
    openingFen,
    closingFen: openingFen + sumOf(rows),
    transfers: rows.length,
    kinds: kinds.map((kind) => {
      const of = rows.filter((row) => row.kind === kind)
      return { kind, transfers: of.length, fen: sumOf(of) }
    }),
    plans:
      charges.length === 0
        ? []
        : [{ planId: '1', planName: '标准计划', transfers: charges.length, fen: sumOf(charges) }],
    days: days.map((day) => {
      const of = rows.filter(({ businessDay }) => businessDay === day)
      closingFen += sumOf(of)
      return { day, transfers: of.length, fen: sumOf(of), closingFen }
    }),
  }
}

/** A month of each organization of the demo's ledger. */
const overviewOf = (month: string): StatementOverviewRow[] =>
  orgs().map(({ id, name }) => {
    const { orgCode, openingFen, closingFen, kinds } = sheet(id, month)
    const of = (kind: string) => kinds.find((row) => row.kind === kind)?.fen ?? 0
    return {
      id,
      orgCode,
      orgName: name,
      openingFen,
      closingFen,
      rechargedFen: of('recharge'),
      chargedFen: of('charge'),
      paidOutFen: 0,
      refundedFen: 0,
      adjustedFen: 0,
    }
  })

/** Statements of the demo's ledger; it sends none as a link. */
export const statement = special(area, {
  count: () => transfers().length,
  row: (_random, nth) => {
    const row = transfers()[nth] as TransferDetail
    const { kind, at, businessDay, refKind, refId, balanceAfterFen } = row
    return {
      kind,
      at,
      businessDay,
      refKind,
      refId,
      number: nth + 1,
      amountFen: changeOf(row),
      balanceAfterFen: balanceAfterFen ?? 0,
      planName: kind === 'charge' ? '标准计划' : null,
    }
  },
  filters: {
    orgId: ({ number }, value) => transfers()[number - 1]?.orgId === value,
    month: ({ businessDay }, value) => businessDay.startsWith(value),
  },
  choices: { orgs },
  calls: {
    sheet: ({ query: { orgId, month } }) => sheet(orgId, month),
    overview: ({
      body: { month = new Date().toISOString().slice(0, 7), name, movement, sort, current, size },
    }) => {
      const key = sort.replace('-', '') as keyof StatementOverviewRow
      const sign = sort.startsWith('-') ? -1 : 1
      const isMoved = (row: StatementOverviewRow) => row.chargedFen !== 0 || row.rechargedFen !== 0
      const rows = overviewOf(month)
        .filter((row) => name === undefined || `${row.orgName} ${row.orgCode}`.includes(name))
        .filter((row) => movement === undefined || isMoved(row) === (movement === 'moved'))
        .toSorted((one, other) => sign * (one[key] < other[key] ? -1 : one[key] > other[key] ? 1 : 0))
      return {
        records: rows.slice((current - 1) * size, current * size),
        total: rows.length,
        current,
        size,
        totals: Object.fromEntries(
          overviewAmounts.map((fen) => [fen, rows.reduce((all, row) => all + row[fen], 0)]),
        ) as Record<(typeof overviewAmounts)[number], number>,
      }
    },
    linkPage: ({ body: { current, size } }) => ({ records: [], total: 0, current, size }),
  },
  without: ['exportOverview', 'send', 'revoke', 'open', 'file'],
})
