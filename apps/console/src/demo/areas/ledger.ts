import type { PushDetail } from '@kabao/contract/engine/push'
import { type AccountKind, ledger as area, type TransferDetail } from '@kabao/contract/ledger/ledger'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'

const accepted = () => rowsOf<PushDetail>('push').filter(({ status }) => status === 'accepted')
const rechargedFen = 10_000_000
type Org = { id: string; name: string }
/** The organizations of the demo's pushes. */
const orgs = (): Org[] => [
  ...new Map(
    accepted().flatMap(({ orgId, orgName }) =>
      orgId && orgName ? [[orgId, { id: orgId, name: orgName }]] : [],
    ),
  ).values(),
]

/** A recharge of each organization, and a charge for each accepted push. */
function made(): Partial<TransferDetail>[] {
  const recharges = orgs().map(({ id: orgId, name: orgName }, index) => ({
    orgId,
    orgName,
    kind: 'recharge' as const,
    debitKind: 'bank' as const,
    creditKind: 'prepaid' as const,
    amountFen: rechargedFen,
    number: 1,
    balanceAfterFen: rechargedFen,
    refKind: 'recharge',
    refId: String(index + 1),
    at: new Date(Date.now() - 120 * 86_400_000).toISOString(),
  }))
  const numbers = new Map<string, number>()
  const charges = accepted().map(({ id, orgId, orgName, priceFen, requestAt }) => {
    const number = (numbers.get(orgId ?? '') ?? 1) + 1
    numbers.set(orgId ?? '', number)
    return {
      orgId,
      orgName,
      kind: 'charge' as const,
      debitKind: 'prepaid' as const,
      creditKind: 'revenue' as const,
      amountFen: priceFen,
      number,
      balanceAfterFen: rechargedFen - (number - 1) * priceFen,
      refKind: 'push',
      refId: id,
      at: requestAt,
    }
  })
  return [...recharges, ...charges]
}

const isOwned = (kind: AccountKind) => kind === 'prepaid' || kind === 'payable'

/** The ledger: what the organizations paid in, and what they were charged. */
export const ledger = special(area, {
  count: () => made().length,
  row: (_random, nth) => {
    const row = made()[nth] as Partial<TransferDetail> & { at: string }
    return {
      ...row,
      channelId: null,
      channelName: null,
      byAdmin: null,
      reversesId: null,
      reversedById: null,
      businessDay: row.at.slice(0, 10),
      hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    }
  },
  filters: {
    channelId: () => false,
    // Of each transfer, the account that has an owner.
    accountKind: ({ debitKind, creditKind }, value) =>
      (isOwned(debitKind) ? debitKind : creditKind) === value,
    amountFrom: ({ amountFen }, value) => amountFen >= Number(value),
    amountTo: ({ amountFen }, value) => amountFen <= Number(value),
  },
  choices: { orgs, channels: () => [] },
  calls: {
    trial: (_call, table) => {
      const rows = table.rows as readonly unknown[] as readonly TransferDetail[]
      const sum = (of: TransferDetail['kind']) =>
        rows.filter(({ kind }) => kind === of).reduce((all, { amountFen }) => all + amountFen, 0)
      const [paid, charged] = [sum('recharge'), sum('charge')]
      return {
        balances: [
          { kind: 'prepaid', fen: paid - charged },
          { kind: 'bank', fen: -paid },
          { kind: 'revenue', fen: charged },
        ],
        totalFen: 0,
        isChecking: false,
        check: {
          startedAt: new Date(Date.now() - 3_600_000).toISOString(),
          transfers: rows.length,
          finishedAt: new Date(Date.now() - 3_599_000).toISOString(),
          accounts: orgs().length,
          faults: [],
          sumsAgree: true,
        },
      }
    },
    balances: ({ body: { at, current, size } }, table) => {
      const rows = table.rows as readonly unknown[] as readonly TransferDetail[]
      const records = orgs().map(({ id: orgId, name: orgName }) => ({
        orgId,
        orgName,
        orgCode: `org00${orgId}`,
        balanceFen: rows
          .filter((row) => row.orgId === orgId && (at === undefined || row.at < at))
          .reduce((all, { kind, amountFen }) => all + (kind === 'charge' ? -amountFen : amountFen), 0),
      }))
      const balanceFen = records.reduce((all, row) => all + row.balanceFen, 0)
      const shown = records.slice((current - 1) * size, current * size)
      return { records: shown, total: records.length, current, size, totals: { balanceFen } }
    },
    check: () => ({ isQueued: true }),
  },
})
