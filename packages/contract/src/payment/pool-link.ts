import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { crud } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, pageAnswer, pageBody, text, version } from '../kernel/kernel.ts'

import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { fen } from '../kernel/money.ts'
import { poolLinkImport } from './pool-link-import.ts'
import { poolLinkMachine } from './pool-link-machine.ts'

export const poolLinkStatuses = statesOf(poolLinkMachine)
export type PoolLinkStatus = StateOf<typeof poolLinkMachine>

const row = z.object({
  id,
  url: z.string(),
  productId: id,
  productName: z.string(),
  /** Null: any collection channel that gives links of the pool. */
  collectionId: id.nullable(),
  collectionName: z.string().nullable(),
  amountFen: z.int(),
  expiresAt: instant.nullable(),
  batchId: id,
  fileName: z.string(),
  status: z.enum(poolLinkStatuses),
  /** The order that has it, since when; null: none has. */
  orderId: id.nullable(),
  assignedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
})
row.register(z.globalRegistry, { id: 'PoolLink' })

/** The link with the orders that had it, the newest first, at most 20. */
const detail = row.extend({
  orders: z.array(z.object({ orderId: id, at: instant, endedAt: instant.nullable() })),
})
detail.register(z.globalRegistry, { id: 'PoolLinkDetail' })

const batchRow = z.object({
  id,
  fileName: z.string(),
  total: z.int(),
  ...(Object.fromEntries(poolLinkStatuses.map((status) => [status, z.int()])) as Record<
    PoolLinkStatus,
    z.ZodInt
  >),
  createdBy: z.string().nullable(),
  createdAt: instant,
})
batchRow.register(z.globalRegistry, { id: 'PoolBatch' })

const page = pageBody(['createdAt', 'expiresAt'], '-createdAt', {
  id: id.optional(),
  /** A whole address. */
  url: text(1000).optional(),
  status: z.enum(poolLinkStatuses, 'choice').optional(),
  productId: id.optional(),
  collectionId: id.optional(),
  batchId: id.optional(),
  /** The order that has it now. */
  orderId: id.optional(),
  amountFrom: fen().optional(),
  amountTo: fen().optional(),
  expiresFrom: instant.optional(),
  expiresTo: instant.optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})
const batchPage = pageBody(['createdAt'], '-createdAt', {
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

/** The columns of the list, by name. */
export const poolLinkColumns = [
  'id',
  'url',
  'productName',
  'collectionName',
  'amountFen',
  'status',
  'expiresAt',
  'orderId',
  'assignedAt',
  'fileName',
  'createdAt',
  'updatedBy',
  'updatedAt',
] as const

const path = '/payPool'
const what = ['收款链接', 'payment links'] as const

/** The payment links that orders of a product get one by one. */
export const poolLink = area('poolLink', {
  ...crud(
    { path },
    { row, detail, page, export: exportBody(page, poolLinkColumns) },
    {
      page: ['查看链接池', 'View the link pool'],
      export: ['导出收款链接', 'Export payment links'],
      get: ['查看收款链接详情', 'View a payment link'],
    },
  ),
  counts: countsOf(poolLinkMachine, { path, what: [...what] }),
  /** The imports, and what became of their links. */
  batches: {
    method: 'POST',
    path: `${path}/batches`,
    kind: 'read',
    point: 'page',
    lists: ['poolBatch'],
    summary: ['查看链接导入记录', 'View imports of links'],
    body: batchPage,
    answer: pageAnswer(batchRow),
  },
  /** Takes the file itself, and checks it like a file that was uploaded before. */
  importFile: {
    method: 'POST',
    path: `${path}/import`,
    kind: 'write',
    point: 'import',
    upload: true,
    summary: ['导入收款链接：直接上传文件', 'Import into payment links (send the file)'],
    answer: poolLinkImport.importStart.answer,
  },
  ...choicesOf('poolLink', {
    products: 'product',
    collections: 'collection',
  }),
  ...actsOf(poolLinkMachine, { path, answer: detail, page, affects: ['poolLink', 'product', 'productUv'] }),
})

export type PoolLinkRow = z.output<typeof row>
export type PoolLinkDetail = z.output<typeof detail>
export type PoolLinkPage = z.output<typeof page>
export type PoolLinkExport = z.output<typeof poolLink.export.body>
export type PoolBatchRow = z.output<typeof batchRow>
export type PoolBatchPage = z.output<typeof batchPage>
