import * as z from 'zod'
import { businessDate } from '../kernel/business-date.ts'
import { choicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, type BodyOf, id, instant, pageAnswer, pageBody, text, version } from '../kernel/kernel.ts'
import { statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { differenceCauses, differenceMachine } from './difference-machine.ts'
import { reconcileKinds } from './reconcile.ts'

/**
 * What is compared. Of a bill: `payment`, `refund`. Of an organization's list: `push`. Within: accepted pushes with their `charge`,
 * `payback` and `cost`, pushes under way with what is held for them (`hold`), paid orders with what the provider owes (`order`), the
 * visits and registrations of a channel with its figures (`visit`, `registration`); of these two the numbers are compared.
 */
export const differenceItems = [
  'payment',
  'refund',
  'push',
  'charge',
  'payback',
  'cost',
  'hold',
  'order',
  'visit',
  'registration',
] as const
/**
 * How both sides differ. `missingHere`: only the other side has it; `missingThere`: only we have it. Within, the other side is
 * the ledger, or the figures.
 */
export const differenceGaps = ['missingHere', 'missingThere', 'amount', 'status'] as const

const row = z.object({
  id,
  kind: z.enum(reconcileKinds),
  item: z.enum(differenceItems),
  gap: z.enum(differenceGaps),
  /** The comparison that found it last. */
  reconcileId: id,
  day: businessDate,
  /** The organization or the collection channel; null within. */
  whose: z.string().nullable(),
  /** What both sides call it: a number of an order, trade or push; of a person it is masked. */
  ref: z.string(),
  /** Our push or order. */
  oursId: z.string().nullable(),
  oursFen: z.int().nullable(),
  theirsFen: z.int().nullable(),
  /** How many we have, and how many the figures have; null where amounts are compared. */
  oursCount: z.int().nullable(),
  theirsCount: z.int().nullable(),
  oursStatus: z.string().nullable(),
  theirsStatus: z.string().nullable(),
  /** What the other side has more than we, in fen. */
  differenceFen: z.int(),
  status: z.enum(statesOf(differenceMachine)),
  cause: z.enum(differenceCauses).nullable(),
  note: z.string(),
  /** Who closed it, or changed it last. */
  updatedBy: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
})
row.register(z.globalRegistry, { id: 'Difference' })

/** A row of ours or of the other side, from which the difference was found. */
const behind = z.object({
  what: z.enum(['push', 'order', 'line', 'transfer', 'hold', 'user', 'visit']),
  id: z.string(),
  at: instant.nullable(),
  fen: z.int().nullable(),
  status: z.string().nullable(),
})
behind.register(z.globalRegistry, { id: 'DifferenceBehind' })
const detail = row.extend({ behind: z.array(behind) })
detail.register(z.globalRegistry, { id: 'DifferenceDetail' })

const page = pageBody(['createdAt', 'day'], '-createdAt', {
  status: z.enum(statesOf(differenceMachine), 'choice').optional(),
  kind: z.enum(reconcileKinds, 'choice').optional(),
  item: z.enum(differenceItems, 'choice').optional(),
  gap: z.enum(differenceGaps, 'choice').optional(),
  reconcileId: id.optional(),
  orgId: id.optional(),
  ref: text(64).optional(),
  dayFrom: businessDate.optional(),
  dayTo: businessDate.optional(),
})

export const differenceColumns = [
  'kind',
  'item',
  'gap',
  'day',
  'whose',
  'ref',
  'oursFen',
  'theirsFen',
  'differenceFen',
  'oursCount',
  'theirsCount',
  'oursStatus',
  'theirsStatus',
  'status',
  'cause',
  'note',
  'updatedBy',
  'createdAt',
] as const
const toExport = exportBody(page, differenceColumns)

const path = '/difference'
const affects = ['difference', 'reconcile', 'org', 'channel']

/** Where two lists differ; a person closes each difference with a reason, or corrects it with the approval of another. */
export const difference = area('difference', {
  page: {
    method: 'POST',
    path: `${path}/page`,
    kind: 'read',
    owned: true,
    summary: ['查看对账差异', 'View differences'],
    body: page,
    answer: pageAnswer(row),
  },
  counts: { ...countsOf(differenceMachine, { path, what: ['差异', 'differences'] }), owned: true },
  export: {
    method: 'POST',
    path: `${path}/export`,
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出对账差异', 'Export differences'],
    body: toExport,
    answer: exportAnswer,
  },
  get: {
    method: 'GET',
    path: `${path}/{id}`,
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看对账差异详情', 'View a difference'],
    answer: detail,
  },
  ...actsOf(differenceMachine, { path, answer: detail, page, owned: true, affects }),
  ...choicesOf('difference', {
    orgs: 'org',
  }),
})

/** Whether numbers are compared, and no amounts. */
export const isCounted = (item: DifferenceRow['item']): boolean => item === 'visit' || item === 'registration'

/** The account that a correction of a difference changes; null: there is nothing to correct, only to find out. */
export function correctedAccount({
  kind,
  item,
}: Pick<DifferenceRow, 'kind' | 'item'>): 'org' | 'channel' | 'provider' | null {
  if (item === 'hold' || isCounted(item)) return null
  if (kind === 'orgList' || item === 'charge' || item === 'payback') return 'org'
  return item === 'cost' ? 'channel' : 'provider'
}

/** Whether its correction takes a payment into suspense: only a provider's bill has it. The amount must be that of the bill. */
export const entersSuspense = ({ kind, item, oursFen }: DifferenceRow): boolean =>
  kind === 'bill' && item === 'payment' && oursFen === null

/** The correction after which both sides would agree, in fen; 0: the amounts agree already. */
export function suggestedFen({ kind, item, differenceFen }: DifferenceRow): number {
  const isSame = kind === 'within' ? item === 'charge' : item === 'payment'
  return isSame ? differenceFen : 0 - differenceFen
}

export type DifferenceRow = z.output<typeof row>
export type DifferenceDetail = z.output<typeof detail>
export type DifferenceBehind = z.output<typeof behind>
export type DifferencePage = z.output<typeof page>
export type DifferenceFilter = Omit<BodyOf<typeof difference.page>, 'current' | 'size' | 'sort'>
export type DifferenceExport = z.output<typeof toExport>
