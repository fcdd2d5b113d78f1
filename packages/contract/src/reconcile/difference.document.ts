import { document, seen } from '../kernel/area-document.ts'
import { difference } from './difference.ts'

export const differenceDocument = document(
  difference,
  ['对账差异', 'Differences'],
  {
    page: { current: 1, size: 20, status: 'open', gap: 'missingHere' },
    export: { status: 'open', format: 'xlsx', columns: ['item', 'gap', 'ref', 'differenceFen'] },
    close: { ...seen, cause: 'timing', note: '次日账单已包含' },
    reopen: seen,
  },
  [
    [/^(page|export)\.body\.ref$/, 'the number of a payment or push; a person is shown masked'],
    [/^\w+\.body\.(note|reason)$/, 'stored'],
  ],
)
