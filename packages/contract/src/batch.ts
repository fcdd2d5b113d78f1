import * as z from 'zod'
import { batchRow } from './batch-body.ts'
import { area } from './kernel.ts'

/** An administrator's own batches; no other administrator can see them. */
export const batch = area('batch', {
  mine: {
    method: 'GET',
    path: '/batch/mine',
    kind: 'read',
    access: 'signedIn',
    summary: ['我最近的批量操作', 'My recent bulk actions'],
    /** The newest 20. */
    answer: z.array(batchRow),
  },
  get: {
    method: 'GET',
    path: '/batch/{id}',
    kind: 'read',
    access: 'signedIn',
    summary: ['查看批量操作', 'View a bulk action'],
    answer: batchRow,
  },
  cancel: {
    method: 'POST',
    path: '/batch/{id}/cancel',
    kind: 'write',
    access: 'signedIn',
    summary: ['停止批量操作', 'Stop a bulk action'],
    answer: batchRow,
  },
})
