import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, longText, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { fen, whole } from '../kernel/money.ts'
import { richText } from '../kernel/rich-text.ts'
import { jointFlows, plainFlows } from '../kernel/twin-lists.ts'
import { webAddress } from '../kernel/web-address.ts'
import { flows } from '../users/user.ts'
import { productMachine, productUvMachine } from './product-machine.ts'

export const productKinds = ['package', 'coupon', 'card'] as const
export const productStatuses = statesOf(productMachine)
export type ProductStatus = StateOf<typeof productMachine>
export type Flow = (typeof flows)[number]
/** `soldOut`: none is left; `limited`: some are left; `unlimited`: it has no stock. */
export const stockStates = ['soldOut', 'limited', 'unlimited'] as const

const row = z.object({
  id,
  name: z.string(),
  kind: z.enum(productKinds),
  flow: z.enum(flows),
  /** Null: a product of our own. */
  orgId: id.nullable(),
  orgName: z.string().nullable(),
  coverFileId: id.nullable(),
  summary: z.string(),
  /** The beginning of the text of its details, without markup. */
  detailText: z.string(),
  faceFen: z.int(),
  priceFen: z.int(),
  validDays: z.int(),
  /** How many may be sold in all; with a link pool, its idle links. Null: unlimited. */
  stock: z.int().nullable(),
  /** How many orders have taken: those that are paid, also if they were refunded, and those that can still be paid. */
  sold: z.int(),
  /** How many can still be sold: the stock without what is sold; with a link pool, its idle links. Null: unlimited. */
  left: z.int().nullable(),
  /** Whether its orders get links of the pool; then its stock cannot be set. */
  hasPool: z.boolean(),
  /** Null: no limit. */
  perUserLimit: z.int().nullable(),
  /** The partner's page, for the flows of a joint login; null for the others. */
  targetUrl: z.string().nullable(),
  /**
   * The whole part of its place in the list that people see; the smallest is first. The service orders products with the same
   * number: a new one is last, and `move` puts one between two others.
   */
  sort: z.int(),
  onSaleFrom: instant.nullable(),
  onSaleTo: instant.nullable(),
  /** When one of the two dates acts next; null if none will. */
  actsAt: instant.nullable(),
  status: z.enum(productStatuses),
  remark: z.string(),
  /** How many records refer to it, counted up to 1,000 of each kind; it can be deleted only if there are none. */
  references: z.int(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'Product' })

/** `detail` is a rich text: HTML of the elements in `rich-text.ts` only. */
const detail = row.extend({ detail: z.string() })
detail.register(z.globalRegistry, { id: 'ProductDetail' })

/** Where a product is moved to: to one end of the list, or after and before the products between which the caller saw the gap. */
const move = z
  .strictObject({
    to: z.enum(['top', 'bottom'], 'choice').optional(),
    after: id.optional(),
    before: id.optional(),
  })
  .refine(({ to, after, before }) => (to === undefined) !== (after === undefined && before === undefined), {
    path: ['to'],
    error: 'required',
  })
move.register(z.globalRegistry, { id: 'ProductMove' })

/** Width by height of a cover; the console crops a picture to it. */
export const coverRatio = 16 / 9

/** The columns of both lists, by name. */
export const productColumns = [
  'id',
  'name',
  'kind',
  'flow',
  'orgName',
  'targetUrl',
  'faceFen',
  'priceFen',
  'stock',
  'sold',
  'left',
  'validDays',
  'perUserLimit',
  'status',
  'onSaleFrom',
  'onSaleTo',
  'sort',
  'summary',
  'detailText',
  'remark',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
] as const

/** How the two lists of products differ. */
interface List<N extends string> {
  name: N
  path: '/product' | '/product/uv'
  /** The flows of its products; the service shows and changes no others under its permission points. */
  flows: readonly [Flow, ...Flow[]]
  /** What its products are called within a sentence. */
  what: Words
  machine: typeof productMachine
  targetUrl: z.ZodType<string | null, string | null | undefined>
}

/** The endpoints of one list of products. */
function listOf<const N extends string>({ name, path, flows, what, machine, targetUrl }: List<N>) {
  const [zh, en] = what
  const flow = z.enum(flows, 'choice')
  const fields = {
    name: requiredText(60),
    kind: z.enum(productKinds, 'choice'),
    flow,
    orgId: id.nullable().default(null),
    coverFileId: id.nullable().default(null),
    summary: text(200).default(''),
    detail: richText().default(''),
    faceFen: fen(),
    priceFen: fen(),
    validDays: whole(1, 36_500),
    stock: whole(0, 1_000_000_000).nullable().default(null),
    perUserLimit: whole(1, 1_000_000).nullable().default(null),
    targetUrl,
    sort: whole(-1_000_000, 1_000_000).default(0),
    onSaleFrom: instant.nullable().default(null),
    onSaleTo: instant.nullable().default(null),
    remark: longText(500).default(''),
  }
  const inOrder = ({
    onSaleFrom: from,
    onSaleTo: to,
  }: {
    onSaleFrom: string | null
    onSaleTo: string | null
  }) => from === null || to === null || Date.parse(from) < Date.parse(to)
  const create = z.strictObject(fields).refine(inOrder, { path: ['onSaleTo'], error: 'order' })
  const update = z
    .strictObject({ id, version, ...fields })
    .refine(inOrder, { path: ['onSaleTo'], error: 'order' })

  const page = pageBody(
    ['sort', 'createdAt', 'updatedAt', 'faceFen', 'priceFen', 'validDays', 'stock', 'left', 'onSaleTo'],
    'sort',
    {
      id: id.optional(),
      /** A part of the name. */
      name: text(60).optional(),
      kind: z.enum(productKinds, 'choice').optional(),
      flow: flow.optional(),
      orgId: id.optional(),
      status: z.enum(productStatuses, 'choice').optional(),
      stockState: z.enum(stockStates, 'choice').optional(),
      priceFrom: fen().optional(),
      priceTo: fen().optional(),
      saleEndsFrom: instant.optional(),
      saleEndsTo: instant.optional(),
      createdFrom: instant.optional(),
      createdTo: instant.optional(),
    },
  )

  return area(name, {
    ...crud(
      { path },
      { row, detail, page, export: exportBody(page, productColumns), create, update },
      plainSummaries(what),
    ),
    counts: countsOf(machine, { path, what }),
    move: {
      method: 'POST',
      path: `${path}/{id}/move`,
      kind: 'write',
      point: 'update',
      summary: [`移动${zh}`, `Move ${en} in the list`],
      body: move,
      answer: detail,
    },
    ...choicesOf(name, {
      orgs: { of: 'org', narrow: { flow: flow.optional() } },
    }),
    ...actsOf(machine, { path, answer: detail, page }),
  })
}

export const product = listOf({
  name: 'product',
  path: '/product',
  flows: plainFlows,
  what: ['产品', 'products'],
  machine: productMachine,
  targetUrl: z.null().default(null),
})

export const productUv = listOf({
  name: 'productUv',
  path: '/product/uv',
  flows: jointFlows,
  what: ['联登产品', 'joint login products'],
  // The two machines differ only in their name, on which the endpoints here do not depend.
  machine: productUvMachine as unknown as typeof productMachine,
  targetUrl: webAddress,
})

export type ProductCalls = typeof product
export type ProductRow = z.output<typeof row>
export type ProductDetail = z.output<typeof detail>
export type ProductPage = z.output<typeof product.page.body>
export type ProductExport = z.output<typeof product.export.body>
