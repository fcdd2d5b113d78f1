import { document } from '../kernel/area-document.ts'
import { statement } from './statement.ts'

export const statementDocument = document(
  statement,
  ['对账单', 'Statements'],
  {
    page: { current: 1, size: 20, orgId: '1001', month: '2026-11' },
    export: {
      orgId: '1001',
      month: '2026-11',
      format: 'xlsx',
      columns: ['at', 'kind', 'amountFen', 'balanceAfterFen'],
    },
    overview: { current: 1, size: 20, month: '2026-11', movement: 'moved', sort: '-closingFen' },
    exportOverview: { month: '2026-11', format: 'xlsx', columns: ['orgName', 'closingFen'] },
    linkPage: { current: 1, size: 20, orgId: '1001' },
    send: { orgId: '1001', month: '2026-11', days: 7 },
    open: { token: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v' },
    file: { token: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v' },
  },
  [[/^(overview|exportOverview)\.body\.name$/, 'a part of the name or the code of an organization']],
)
