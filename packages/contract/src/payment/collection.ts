import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import {
  area,
  id,
  instant,
  longText,
  pageBody,
  record,
  requiredText,
  text,
  version,
} from '../kernel/kernel.ts'
import { statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { whole } from '../kernel/money.ts'
import { overlapDays, previousSecret } from '../partners/previous-secret.ts'
import { collectionMachine } from './collection-machine.ts'
import { collectionTemplateCalls } from './collection-template.ts'
import { trialCalls } from './collection-trial.ts'
import { callbackRow } from './payment-order.ts'
import { providerKinds } from './payment-provider.ts'

export const collectionStatuses = statesOf(collectionMachine)

const values = record(z.string().max(64, 'tooLong'), z.string().max(64_000, 'tooLong'), 40)

/** What the business day of now has brought so far. */
const figures = z.object({
  /** What the daily limit counts: orders that are paid or can be paid. */
  orderedFen: z.int(),
  orders: z.int(),
  paid: z.int(),
  paidFen: z.int(),
  /** Orders that came to nothing. */
  failed: z.int(),
  /** The part of all orders of today, in hundredths of a percent; null if there is none. */
  shareBp: z.int().nullable(),
})

const row = z.object({
  id,
  name: z.string(),
  provider: z.enum(providerKinds),
  merchantNo: z.string(),
  appId: z.string(),
  /** What is not secret, by the names of the provider's fields. */
  settings: z.record(z.string(), z.string()),
  /** Which secrets are set; their values are never shown. */
  secretNames: z.array(z.string()),
  /** Replaced values that are still valid for what the provider sends. */
  previousSecrets: z.array(previousSecret),
  feeBp: z.int(),
  minFen: z.int(),
  maxFen: z.int(),
  /** Null: no limit. */
  dailyLimitFen: z.int().nullable(),
  weight: z.int(),
  /** Empty: every product. */
  productIds: z.array(id),
  status: z.enum(collectionStatuses),
  /** Until when no order is sent there after failures; null: orders are sent. */
  openUntil: instant.nullable(),
  triedAt: instant.nullable(),
  /** Why the last try was refused; null: it was not. */
  triedReason: z.string().nullable(),
  remark: z.string(),
  today: figures,
  references: z.int(),
  /** Whether another merchant, key or address waits for another person's review. */
  isWaiting: z.boolean(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'Collection' })

const fields = {
  name: requiredText(60),
  provider: z.enum(providerKinds, 'choice'),
  settings: values.default({}),
  /** Only what is entered anew; what is left out stays, an empty text removes it. */
  secrets: values.default({}),
  feeBp: whole(0, 10_000).default(0),
  minFen: whole(1, 2_000_000_000).default(1),
  maxFen: whole(1, 2_000_000_000).default(100_000_000),
  dailyLimitFen: whole(1, 100_000_000_000).nullable().default(null),
  weight: whole(1, 1_000).default(100),
  productIds: z.array(id).max(200, 'tooMany').default([]),
  remark: longText(500).default(''),
}
const inOrder = ({ minFen, maxFen }: { minFen: number; maxFen: number }) => minFen <= maxFen
const order = { path: ['maxFen'], error: 'aboveLeast' }
const create = z.strictObject(fields).refine(inOrder, order)
const update = z.strictObject({ id, version, ...fields, overlapDays }).refine(inOrder, order)

const page = pageBody(['createdAt'], '-createdAt', {
  name: text(60).optional(),
  provider: z.enum(providerKinds, 'choice').optional(),
  status: z.enum(collectionStatuses, 'choice').optional(),
})

/** The columns of the list, by name. */
export const collectionColumns = [
  'name',
  'provider',
  'status',
  'merchantNo',
  'weight',
  'feeBp',
  'minFen',
  'maxFen',
  'dailyLimitFen',
  'remark',
  'createdAt',
] as const

const toExport = exportBody(page, collectionColumns)
const path = '/payConfig/collection'

/** Collection channels: the merchant accounts by which orders are paid. */
export const collection = area('collection', {
  ...crud(
    { path, affects: ['collection', 'changeRequest'], protection: ['fourEyes', 'notice'] },
    { row, page, export: toExport, create, update },
    {
      page: ['查看收款渠道', 'View collection channels'],
      export: ['导出收款渠道', 'Export collection channels'],
      get: ['查看收款渠道详情', 'View a collection channel'],
      create: ['添加收款渠道', 'Add collection channels'],
      update: ['编辑收款渠道', 'Edit collection channels'],
      remove: ['删除收款渠道', 'Delete collection channels'],
      removeMany: ['批量删除收款渠道', 'Delete several collection channels'],
    },
  ),
  counts: countsOf(collectionMachine, { path, what: ['收款渠道', 'collection channels'] }),
  ...actsOf(collectionMachine, { path, answer: row, page, affects: ['collection'] }),
  /** Asks the provider for an order that does not exist, with the stored settings and keys. No money moves. */
  tryIt: {
    method: 'POST',
    path: `${path}/{id}/try`,
    kind: 'write',
    point: 'update',
    affects: ['collection'],
    summary: ['测试收款渠道', 'Test collection channels'],
    answer: row,
  },
  endSecret: {
    method: 'DELETE',
    path: `${path}/{id}/secret/{secretId}`,
    kind: 'write',
    point: 'update',
    affects: ['collection'],
    summary: ['提前结束收款渠道的旧密钥', 'End previous secrets of collection channels'],
    answer: z.null(),
  },
  ...trialCalls,
  ...collectionTemplateCalls,
  ...choicesOf('collection', { products: 'product' }),
  callbacks: {
    method: 'GET',
    path: `${path}/{id}/callbacks`,
    kind: 'read',
    point: 'page',
    summary: [
      '查看回调地址与未通过校验的回调',
      'View the address for callbacks, and callbacks that were not believed',
    ],
    answer: z.object({
      /** A path alone if the address of the open API is not set. */
      address: z.string(),
      /** Whether callbacks are still taken at the address with the ID, which the provider was given before. */
      isTakenById: z.boolean(),
      /** The latest callbacks that were not believed, also those that name no order. */
      wrong: z.array(callbackRow),
    }),
  },
})

export type CollectionRow = z.output<typeof row>
export type CollectionPage = z.output<typeof page>
export type CollectionExport = z.output<typeof toExport>
export type CollectionCreate = z.output<typeof create>
