import * as z from 'zod'
import {
  batchAnswer,
  batchBody,
  batchCount,
  batchCountBody,
  batchSeveralBody,
  batchSeveralDone,
} from '../kernel/batch-body.ts'
import { businessDate } from '../kernel/business-date.ts'
import { id, instant, pageAnswer, pageBody } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { deliveryReasons, deliveryStates, postbackEvents } from './event.ts'
import { postbackOutcomes } from './postback-template.ts'

/** A request as it was sent, with secrets and what came with the click masked. */
const shown = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
})
shown.register(z.globalRegistry, { id: 'DeliveryRequest' })

const tried = z.object({
  at: instant,
  /** The HTTP status, or why there is none. */
  said: z.string(),
  ms: z.int(),
  outcome: z.enum(postbackOutcomes),
  /** What the answer says about it. */
  reason: z.string().nullable(),
  request: shown.nullable(),
  /** The beginning of the answer, masked. */
  answer: z.string().nullable(),
})
tried.register(z.globalRegistry, { id: 'DeliveryTry' })

export const deliveryRow = z.object({
  id,
  /** The same for whatever is sent about this event. */
  eventId: id,
  event: z.enum(postbackEvents),
  targetId: id,
  /** Null once it was deleted. */
  targetName: z.string().nullable(),
  /** Of a postback. */
  channelId: id.nullable(),
  channelName: z.string().nullable(),
  /** Of a webhook of an organization. */
  orgId: id.nullable(),
  orgName: z.string().nullable(),
  /** Null for an event that is about no user. */
  userId: id.nullable(),
  pushId: id.nullable(),
  state: z.enum(deliveryStates),
  /** Why it is dead or not sent. */
  reason: z.enum(deliveryReasons).nullable(),
  createdAt: instant,
  /** When it is sent next; null: it is not. */
  dueAt: instant.nullable(),
  endedAt: instant.nullable(),
  tries: z.int(),
  /** What was said last. */
  said: z.string().nullable(),
})
export const deliveryDetail = deliveryRow.extend({ log: z.array(tried) })
deliveryRow.register(z.globalRegistry, { id: 'ReachDelivery' })
deliveryDetail.register(z.globalRegistry, { id: 'ReachDeliveryDetail' })

const page = pageBody(['createdAt'], '-createdAt', {
  id: id.optional(),
  targetId: id.optional(),
  channelId: id.optional(),
  orgId: id.optional(),
  userId: id.optional(),
  event: z.enum(postbackEvents, 'choice').optional(),
  state: z.enum(deliveryStates, 'choice').optional(),
  reason: z.enum(deliveryReasons, 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

const figures = z.object({
  targetId: id,
  targetName: z.string().nullable(),
  channelId: id.nullable(),
  channelName: z.string().nullable(),
  orgId: id.nullable(),
  orgName: z.string().nullable(),
  event: z.enum(postbackEvents),
  /** Calls about it, so a delivery that was tried twice counts as two. */
  tries: z.int(),
  sent: z.int(),
  dead: z.int(),
  untold: z.int(),
  /** Of those that are not sent, those of the deduction. */
  deducted: z.int(),
})
figures.register(z.globalRegistry, { id: 'ReachFigures' })

/** The most days of the figures. */
export const mostFigureDays = 92

const figuresBody = z
  .strictObject({
    targetId: id.optional(),
    channelId: id.optional(),
    orgId: id.optional(),
    fromDay: businessDate,
    toDay: businessDate,
  })
  .check(({ value: { fromDay, toDay }, issues }) => {
    const days = (Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000
    if (days < 0 || days >= mostFigureDays)
      issues.push({ code: 'custom', input: undefined, path: ['toDay'], message: 'range' })
  })
figuresBody.register(z.globalRegistry, { id: 'ReachFiguresBody' })

/** The state of a target: whether it answers. */
export const targetHealth = {
  /** Since when nothing is sent because it fails; null: it does not. */
  brokenAt: instant.nullable(),
  /** Until when it asked not to be called; null: it did not. */
  pausedUntil: instant.nullable(),
  /** Deliveries that wait, and dead ones, each counted up to 1,000. */
  waiting: z.int(),
  dead: z.int(),
}

/** How the calls of a trial went. */
export const deliveryTrial = z.object({
  request: shown,
  kind: z.enum(['answer', 'refused', 'notSent', 'unknown']),
  /** Why there is no answer: a code of the outgoing calls. */
  why: z.string().nullable(),
  status: z.int().nullable(),
  ms: z.int().nullable(),
  headers: z.record(z.string(), z.string()).nullable(),
  body: z.string().nullable(),
  outcome: z.enum(postbackOutcomes),
  reason: z.string().nullable(),
})
deliveryTrial.register(z.globalRegistry, { id: 'PostbackTrial' })

/** What is done with the targets of a list and with their deliveries. @param owned whether the targets have owners */
export const deliveryEndpoints = <
  const P extends `/${string}`,
  const N extends 'postback' | 'webhook',
  const O extends { owned?: true },
>(
  path: P,
  { name, owned, what: [zh, en] }: { name: N; owned: O; what: Words },
) => {
  const several = { method: 'POST', kind: 'write', point: 'again', affects: [name] } as const
  return {
    turn: {
      method: 'POST',
      path: `${path}/{id}/turn`,
      kind: 'write',
      point: 'update',
      summary: [`启用或停用${zh}`, `Turn ${en} on and off`],
      body: z.strictObject({ isOn: z.boolean('type') }),
      answer: z.null(),
      ...owned,
    },
    /** Sends a made-up event, and shows what was sent and answered. */
    try: {
      protection: ['audit'],
      method: 'POST',
      path: `${path}/{id}/template/try`,
      kind: 'write',
      staged: true,
      affects: [],
      summary: [`试发${zh}`, `Try ${en}`],
      body: z.strictObject({ event: z.enum(postbackEvents, 'choice') }),
      answer: deliveryTrial,
      ...owned,
    },
    /** Sends to a target again that failed or asked for a pause, without waiting. */
    resume: {
      method: 'POST',
      path: `${path}/{id}/breaker/close`,
      kind: 'write',
      point: 'again',
      summary: [`恢复发送${zh}`, `Resume ${en}`],
      answer: z.null(),
      ...owned,
    },
    deliveries: {
      method: 'POST',
      path: `${path}/delivery/page`,
      kind: 'read',
      lists: [`${name}Delivery`],
      summary: [`查看${zh}的投递记录`, `View the deliveries of ${en}`],
      body: page,
      answer: pageAnswer(deliveryRow),
      ...owned,
    },
    details: {
      method: 'GET',
      path: `${path}/delivery/{id}`,
      kind: 'read',
      point: 'deliveries',
      summary: [`查看${zh}的投递详情`, `View a delivery of ${en}`],
      answer: deliveryDetail,
      ...owned,
    },
    again: {
      method: 'POST',
      path: `${path}/delivery/{id}/again`,
      kind: 'write',
      summary: [`重新投递${zh}`, `Deliver ${en} again`],
      answer: deliveryDetail,
      ...owned,
    },
    againMany: {
      ...several,
      path: `${path}/batch/again`,
      summary: [`重新投递${zh}：多条`, `Deliver ${en} again (several)`],
      body: batchSeveralBody,
      answer: batchSeveralDone,
      ...owned,
    },
    againCount: {
      ...several,
      kind: 'read',
      affects: [],
      path: `${path}/batch/again/count`,
      summary: [`重新投递${zh}：统计符合条件的数量`, `Deliver ${en} again (count the matches)`],
      body: batchCountBody(page),
      answer: batchCount,
      ...owned,
    },
    againMatching: {
      ...several,
      path: `${path}/batch/again/matching`,
      summary: [`重新投递${zh}：符合条件的全部`, `Deliver ${en} again (all matches)`],
      body: batchBody(page),
      answer: batchAnswer,
      ...owned,
    },
    /** By target and event, over business days. */
    figures: {
      method: 'POST',
      path: `${path}/figures`,
      kind: 'read',
      point: 'deliveries',
      summary: [`统计${zh}的投递`, `Count the deliveries of ${en}`],
      body: figuresBody,
      answer: z.array(figures),
      ...owned,
    },
  } as const
}

export type ReachDelivery = z.output<typeof deliveryRow>
export type ReachDeliveryDetail = z.output<typeof deliveryDetail>
export type DeliveryTry = z.output<typeof tried>
export type DeliveryPage = z.output<typeof page>
export type ReachFigures = z.output<typeof figures>
export type PostbackTrial = z.output<typeof deliveryTrial>
