import type { TransferDetail } from '@kabao/contract/ledger'
import { statement as area, type Statement } from '@kabao/contract/statement'
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
    ...{
      orgId,
      orgCode: `org00${orgId}`,
      orgName: orgs().find(({ id }) => id === orgId)?.name ?? '–',
      month,
    },
    ...{ from: `${month}-01T00:00:00.000Z`, to, isOver: Date.parse(to) < Date.now() },
    ...{ openingFen, closingFen: openingFen + sumOf(rows), transfers: rows.length },
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

/** Statements of the demo's ledger; it sends none as a link. */
export const statement = special(area, {
  count: () => transfers().length,
  row: (_random, nth) => {
    const row = transfers()[nth] as TransferDetail
    const { kind, at, businessDay, refKind, refId, balanceAfterFen } = row
    return {
      ...{ kind, at, businessDay, refKind, refId, number: nth + 1, amountFen: changeOf(row) },
      ...{ balanceAfterFen: balanceAfterFen ?? 0, planName: kind === 'charge' ? '标准计划' : null },
    }
  },
  filters: {
    orgId: ({ number }, value) => transfers()[number - 1]?.orgId === value,
    month: ({ businessDay }, value) => businessDay.startsWith(value),
  },
  choices: { orgs },
  calls: {
    sheet: ({ query: { orgId, month } }) => sheet(orgId, month),
    linkPage: ({ body: { current, size } }) => ({ records: [], total: 0, current, size }),
  },
  without: ['send', 'revoke', 'open', 'file'],
})
