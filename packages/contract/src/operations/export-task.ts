import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { exportResources, exportRow, exportStatuses } from '../kernel/export-body.ts'
import { area, instant, pageAnswer, pageBody } from '../kernel/kernel.ts'

const page = pageBody(['createdAt'], '-createdAt', {
  resource: z.enum(exportResources, 'choice').optional(),
  status: z.enum(exportStatuses, 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

/** An administrator's own exports, which nobody else can download; with permission, the list of all exports. */
export const exportTask = area('exportTask', {
  mine: {
    method: 'POST',
    path: '/exportTask/mine',
    kind: 'read',
    access: 'signedIn',
    lists: ['exportTaskMine'],
    summary: ['我的导出', 'My exports'],
    body: page,
    answer: pageAnswer(exportRow),
  },
  page: {
    method: 'POST',
    path: '/exportTask/page',
    kind: 'read',
    owned: true,
    summary: ['查看所有导出任务', 'View all exports'],
    body: page,
    answer: pageAnswer(exportRow),
  },
  get: {
    method: 'GET',
    path: '/exportTask/{id}',
    kind: 'read',
    access: 'signedIn',
    byPerson: false,
    summary: ['查看导出任务', 'View an export'],
    answer: exportRow,
  },
  download: {
    method: 'POST',
    path: '/exportTask/{id}/download',
    kind: 'write',
    affects: [],
    access: 'signedIn',
    byPerson: false,
    summary: ['下载导出文件', 'Download an export'],
    answer: z.object({ ticket: z.string() }),
  },
  cancel: {
    method: 'POST',
    path: '/exportTask/{id}/cancel',
    kind: 'write',
    access: 'signedIn',
    summary: ['取消导出', 'Cancel an export'],
    answer: exportRow,
  },
  retry: {
    method: 'POST',
    path: '/exportTask/{id}/retry',
    kind: 'write',
    access: 'signedIn',
    summary: ['重新导出', 'Export again'],
    refuses: [codes.tooManyRequests],
    answer: exportRow,
  },
  remove: {
    method: 'DELETE',
    path: '/exportTask/{id}',
    kind: 'write',
    access: 'signedIn',
    summary: ['删除导出任务', 'Delete an export'],
    answer: z.null(),
  },
})

export type ExportPage = z.output<typeof page>
