import { actsOn, document } from '../kernel/area-document.ts'
import { poolLink } from './pool-link.ts'
import { poolLinkImport } from './pool-link-import.ts'

export const poolLinkDocument = document(
  { ...poolLink, ...poolLinkImport },
  ['链接池', 'Link pool'],
  {
    page: { current: 1, size: 20, status: 'idle', productId: '1001' },
    export: {
      status: 'idle',
      format: 'csv',
      columns: ['url', 'productName', 'amountFen', 'status'],
    },
    batches: { current: 1, size: 20 },
    ...actsOn({ void: { batchId: '1001' } }),
    importStart: { fileId: '1001' },
    importColumns: { fileId: '1001' },
  },
  [[/./, 'payment pages and orders, which the list shows']],
)
