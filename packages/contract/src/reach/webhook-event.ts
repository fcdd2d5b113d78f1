import * as z from 'zod'
import { field } from '../intake/kernel.ts'
import { id, instant } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { type ReachEvent, webhookEvents } from './event.ts'
import { postbackFields } from './postback-template.ts'

const text = (name: keyof typeof postbackFields) => field(postbackFields[name].words, z.string().nullable())
const number = (name: keyof typeof postbackFields) => field(postbackFields[name].words, id.nullable())

/** The body of a webhook, in the order in which it is sent; what an event has no value for is null. */
export const webhookBody = z.strictObject({
  eventId: field(postbackFields.eventId.words, id),
  event: field(postbackFields.event.words, z.enum(webhookEvents)),
  at: field(postbackFields.at.words, instant),
  userId: number('userId'),
  channelCode: text('channelCode'),
  orgCode: text('orgCode'),
  pushId: number('pushId'),
  orderNo: text('orderNo'),
  leadId: number('leadId'),
  amountFen: field(postbackFields.amountFen.words, z.int().positive().nullable()),
  reason: text('reason'),
})
export type WebhookBody = z.output<typeof webhookBody>

type Field = keyof typeof webhookBody.shape
/** When each event happens, and what it says besides the person and the channel. */
const events: Readonly<Record<ReachEvent, { words: Words; own: readonly Field[] }>> = {
  registered: { words: ['渠道带来新用户', 'A channel brought a person who is new'], own: [] },
  profiled: { words: ['用户资料已完成', 'The profile of a person is complete'], own: [] },
  pushed: {
    words: ['用户已推送给机构', 'A person was handed to an organization'],
    own: ['orgCode', 'pushId'],
  },
  accepted: { words: ['机构接受了用户', 'The organization accepted the person'], own: ['orgCode', 'pushId'] },
  rejected: {
    words: ['机构拒绝了用户', 'The organization refused the person'],
    own: ['orgCode', 'pushId', 'reason'],
  },
  charged: {
    words: ['已向机构扣费', 'The organization was charged'],
    own: ['orgCode', 'pushId', 'amountFen'],
  },
  returned: {
    words: ['已接受的用户被退回', 'An accepted person came back'],
    own: ['orgCode', 'pushId', 'reason'],
  },
  ordered: { words: ['用户的订单已支付', 'An order of the person was paid'], own: ['orderNo', 'amountFen'] },
  won: { words: ['线索已成交', 'A lead was won'], own: ['leadId'] },
}

const exampleOf = (event: ReachEvent): WebhookBody => {
  const all: WebhookBody = {
    eventId: postbackFields.eventId.example,
    event,
    at: postbackFields.at.example,
    userId: String(postbackFields.userId.example),
    channelCode: postbackFields.channelCode.example,
    orgCode: postbackFields.orgCode.example,
    pushId: postbackFields.pushId.example,
    orderNo: postbackFields.orderNo.example,
    leadId: String(postbackFields.leadId.example),
    amountFen: postbackFields.amountFen.example,
    reason: postbackFields.reason.example,
  }
  const has = new Set<string>(['eventId', 'event', 'at', 'userId', 'channelCode', ...events[event].own])
  const entries = Object.entries(all).map(([name, value]) => [name, has.has(name) ? value : null])
  return Object.fromEntries(entries) as WebhookBody
}

/** What others are told of: each event with its schema and an example. */
export const webhookCatalog = webhookEvents.map((event) => ({
  event,
  words: events[event].words,
  body: webhookBody.extend({ event: field(postbackFields.event.words, z.literal(event)) }),
  example: exampleOf(event),
}))
