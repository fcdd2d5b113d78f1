import { document } from '../kernel/area-document.ts'
import { reconcile } from './reconcile.ts'

export const reconcileDocument = document(reconcile, ['对账', 'Reconciliation'], {
  page: { current: 1, size: 20, kind: 'orgList', status: 'done' },
  bill: { collectionId: '1001', day: '2026-03-01', fileId: '1001' },
  download: { collectionId: '1001', day: '2026-03-01' },
  check: { collectionId: '1001', day: '2026-03-01', fileId: '1001' },
  orgList: { orgId: '1001', day: '2026-03-01', toDay: '2026-03-07', fileId: '1001' },
  within: { day: '2026-03-01' },
})
