import * as z from 'zod'
import { verbatim } from '../kernel/kernel.ts'
import { templateReplyParts, templateRequest, templateShared } from '../partners/template.ts'
import type { TemplateField } from '../partners/template-fields.ts'

/**
 * The template of a postback: the request that tells of an event, and how its answer is read. Its texts are those of connection templates
 * (`template.ts`), over `postbackFields`: no personal data is among them.
 */

/** `ok`: it was taken. `failed`: it is sent again. `refused`: it would never be taken. */
export const postbackOutcomes = ['ok', 'failed', 'refused'] as const
export type PostbackOutcome = (typeof postbackOutcomes)[number]

/**
 * What the service adds to the request. `channelKey`: the headers of our own signature, with the key of the channel. `standardWebhooks`: those of
 * Standard Webhooks, with the secret `signing`.
 */
export const postbackSignings = ['none', 'channelKey', 'standardWebhooks'] as const

const { condition, path, statuses } = templateReplyParts

const reply = z.strictObject({
  format: z.enum(['json', 'xml', 'text'], 'choice'),
  /** The HTTP statuses whose body is read; with another one, the outcome is `failed`. */
  statuses,
  /** The HTTP statuses that say that the request would never be taken. */
  refusedStatuses: z.array(z.int().min(300, 'range').max(599, 'range')).max(20, 'tooMany'),
  /** The first rule whose conditions all hold gives the outcome, one without conditions always; with none it is `failed`. */
  outcomes: z
    .array(
      z.strictObject({
        when: z.array(condition).max(5, 'tooMany'),
        outcome: z.enum(postbackOutcomes, 'choice'),
      }),
    )
    .min(1, 'required')
    .max(30, 'tooMany'),
  /** What the answer says about it. */
  reason: path.nullable(),
})
reply.register(z.globalRegistry, { id: 'PostbackReply' })

/** The most events of one call. */
export const mostInBatch = 100

/** How several events go in one call. */
const batch = z.strictObject({
  most: z.int('integer').min(2, 'range').max(mostInBatch, 'range'),
  /** The pair of the JSON body that is a list; the lists of the events become one. */
  list: verbatim(64).min(1, 'required'),
  /** Where the answer names those that it did not take; null: it takes all or none. */
  failures: z
    .strictObject({
      items: path,
      /** In an item: its place in the list, from 0; the first number of a text. */
      position: path,
      reason: path.nullable(),
    })
    .nullable(),
})
batch.register(z.globalRegistry, { id: 'PostbackBatch' })

export const postbackTemplate = z.strictObject({
  ...templateShared,
  request: templateRequest,
  signing: z.enum(postbackSignings, 'choice'),
  /** Null: one call for each event. */
  batch: batch.nullable(),
  reply,
})
postbackTemplate.register(z.globalRegistry, { id: 'PostbackTemplate' })
export type PostbackTemplate = z.infer<typeof postbackTemplate>

/** Every field that the texts of a postback may name. A field without a value is empty. */
export const postbackFields = {
  eventId: {
    type: 'text',
    words: ['事件编号，重发时不变', 'ID of the event, the same whenever it is sent'],
    example: '7434023108739072042',
  },
  event: { type: 'text', words: ['事件', 'Event'], example: 'accepted' },
  at: { type: 'instant', words: ['事件发生的时间', 'When it happened'], example: '2026-03-01T02:03:04.567Z' },
  now: { type: 'instant', words: ['发送的时间', 'When it is sent'], example: '2026-03-01T02:03:09.000Z' },
  userId: { type: 'number', words: ['用户编号', 'User ID'], example: 10001 },
  clickId: {
    type: 'text',
    words: ['渠道带来的点击标识', 'ID of the click, as the channel sent it'],
    example: 'EPHk9cX3pv4CGJax4ZENKI7w4MDev_4C',
  },
  'extra.*': {
    type: 'text',
    words: [
      '渠道带来的其他参数，如 extra.landingUrl',
      'What else the channel sent, such as extra.landingUrl',
    ],
    example: 'https://www.example.com/land?bd_vid=7491',
  },
  channelCode: { type: 'text', words: ['渠道代码', 'Channel code'], example: 'CABCD2345' },
  orgCode: { type: 'text', words: ['机构代码', 'Organization code'], example: 'demo-bank' },
  pushId: { type: 'text', words: ['推送编号', 'Push ID'], example: '7434023108739072001' },
  orderNo: { type: 'text', words: ['渠道的订单号', 'Order number of the channel'], example: 'A-20260301-1' },
  leadId: { type: 'number', words: ['线索编号', 'Lead ID'], example: 42 },
  amountFen: { type: 'number', words: ['金额，单位：分', 'Amount in fen'], example: 12_800 },
  reason: { type: 'text', words: ['原因', 'Reason'], example: 'quality' },
} as const satisfies Readonly<Record<string, TemplateField>>
export type PostbackFieldName = keyof typeof postbackFields
