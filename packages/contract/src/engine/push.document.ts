import { counted, document } from '../kernel/area-document.ts'
import { push } from './push.ts'

export const pushDocument = document(push, ['推送记录', 'Push records'], {
  page: { current: 1, size: 20, status: 'failed', stage: 'submit' },
  export: { status: 'failed', format: 'csv', columns: ['id', 'orgName', 'status'] },
  resendCount: { filter: { status: 'failed' } },
  resendMatching: { filter: { status: 'failed' }, ...counted },
  settle: { outcome: 'accepted' },
})
