import { document } from '../kernel/area-document.ts'
import { ledger } from './ledger.ts'

export const ledgerDocument = document(
  ledger,
  ['资金流水', 'Ledger'],
  {
    page: { current: 1, size: 20, kind: 'charge', amountFrom: 100, from: '2026-11-01T00:00:00.000Z' },
    export: { kind: 'charge', format: 'xlsx', columns: ['at', 'orgName', 'amountFen'] },
    balances: { current: 1, size: 20, at: '2026-11-01T00:00:00.000Z' },
  },
  [[/^(page|export)\.body\.refId$/, 'the id of a push, a recharge or an order, never a personal value']],
)
