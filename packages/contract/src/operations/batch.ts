import * as z from 'zod'
import { batchRefusal, batchRow } from '../kernel/batch-body.ts'
import { area } from '../kernel/kernel.ts'

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
    byPerson: false,
    summary: ['查看批量操作', 'View a bulk action'],
    answer: batchRow,
  },
  refusals: {
    method: 'GET',
    path: '/batch/{id}/refusals',
    kind: 'read',
    access: 'signedIn',
    byPerson: false,
    summary: ['查看未能处理的内容', 'View what a bulk action could not do'],
    /** The most frequent reason first, 100 reasons at most. */
    answer: z.array(batchRefusal),
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
