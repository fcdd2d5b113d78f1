import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import {
  area,
  exactText,
  id,
  instant,
  pageAnswer,
  pageBody,
  requiredText,
  text,
  version,
} from '../kernel/kernel.ts'
import { whole } from '../kernel/money.ts'
import { noticeKinds } from '../kernel/notice-kind.ts'
import { deliveryDetail, deliveryRow, deliveryTrial, targetHealth } from './delivery.ts'
import { deliveryReasons, deliveryStates } from './event.ts'

/** A robot of a group, addresses of e-mail, or a role, whose people get a message in the console. */
export const noticeTargetKinds = ['wecom', 'dingtalk', 'feishu', 'mail', 'role'] as const
export type NoticeTargetKind = (typeof noticeTargetKinds)[number]
/** How often what has come is sent together; `none` is at once, `day` in the morning. */
export const noticeDigests = ['none', 'quarter', 'hour', 'day'] as const
export type NoticeDigest = (typeof noticeDigests)[number]
/** TLS from the beginning, or from the command STARTTLS on. */
export const mailSecurities = ['tls', 'starttls'] as const
export const noticeLanguages = ['zh-CN', 'en-US'] as const
/** The most addresses of a target. */
export const mostNoticeAddresses = 20

const timeOfDay = text(5)
  .max(5, 'timeOfDay')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay')
  .nullable()
  .default(null)
const email = z.string('required').trim().max(120, 'tooLong').pipe(z.email('email'))

const row = z.object({
  id,
  kind: z.enum(noticeTargetKinds),
  name: z.string(),
  isOn: z.boolean(),
  /** What it is told of. */
  kinds: z.array(z.enum(noticeKinds)),
  language: z.enum(noticeLanguages),
  /** Between these times of the business clock nothing is sent; null: there are no quiet hours. */
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
  digest: z.enum(noticeDigests),
  /** Of a role; null once it was deleted. */
  roleId: id.nullable(),
  roleName: z.string().nullable(),
  /** The server of a robot or of e-mail. */
  host: z.string().nullable(),
  /** Of e-mail. */
  port: z.int().nullable(),
  security: z.enum(mailSecurities).nullable(),
  account: z.string().nullable(),
  sender: z.string().nullable(),
  addresses: z.array(z.string()),
  /** Which secrets it has; nobody sees them. */
  secrets: z.array(z.enum(['url', 'secret'])),
  ...targetHealth,
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'NoticeTarget' })

const fields = {
  name: requiredText(40),
  isOn: z.boolean('type').default(true),
  kinds: z
    .array(z.enum(noticeKinds, 'choice'))
    .max(noticeKinds.length, 'tooMany')
    .refine((values) => new Set(values).size === values.length, 'taken'),
  language: z.enum(noticeLanguages, 'choice').default('zh-CN'),
  quietFrom: timeOfDay,
  quietTo: timeOfDay,
  digest: z.enum(noticeDigests, 'choice').default('none'),
  /** Of a role. */
  roleId: id.nullable().default(null),
  /** The address of a robot with its key; with a change, null keeps it. */
  url: exactText(1_000).nullable().default(null),
  /** What a robot signs with, or the password of the mail server; null keeps it, an empty text removes it. */
  secret: exactText(200).nullable().default(null),
  /** Of e-mail. */
  host: text(255).nullable().default(null),
  port: whole(1, 65_535).nullable().default(null),
  security: z.enum(mailSecurities, 'choice').nullable().default(null),
  account: text(120).nullable().default(null),
  sender: email.nullable().default(null),
  addresses: z
    .array(email)
    .max(mostNoticeAddresses, 'tooMany')
    .refine((values) => new Set(values).size === values.length, 'taken')
    .default([]),
}
/** The fields that a kind of target needs and that are empty; the address of a robot may be stored already. */
export function missingOf(
  kind: NoticeTargetKind,
  given: Readonly<Record<'roleId' | 'url' | 'host' | 'port' | 'security' | 'sender', unknown>> & {
    addresses: readonly unknown[]
  },
): string[] {
  const needed =
    kind === 'role'
      ? (['roleId'] as const)
      : kind === 'mail'
        ? (['host', 'port', 'security', 'sender'] as const)
        : (['url'] as const)
  const missing: string[] = needed.filter((name) => given[name] === null || given[name] === '')
  return kind === 'mail' && given.addresses.length === 0 ? [...missing, 'addresses'] : missing
}
type Typed = Parameters<typeof missingOf>[1] & Record<'quietFrom' | 'quietTo', string | null>

/** Says at its field what is wrong with a target of a kind, so that a person reads it together with what else is wrong. */
function checkTarget(
  kind: NoticeTargetKind | undefined,
  value: Typed,
  issues: z.core.ParsePayload['issues'],
): void {
  const say = (field: string, message: string) =>
    issues.push({ code: 'custom', input: undefined, path: [field], message })
  for (const name of kind ? missingOf(kind, value) : []) say(name, 'required')
  const { quietFrom, quietTo } = value
  if ((quietFrom === null) !== (quietTo === null))
    say(quietFrom === null ? 'quietFrom' : 'quietTo', 'required')
  else if (quietFrom !== null && quietFrom === quietTo) say('quietTo', 'range')
}
const create = z
  .strictObject({ kind: z.enum(noticeTargetKinds, 'choice'), ...fields })
  .check(({ value, issues }) => checkTarget(value.kind, value, issues))
const update = z
  .strictObject({
    id,
    version,
    /** As it is stored, which cannot change; with it, what the kind needs is checked together with the other fields. */
    kind: z.enum(noticeTargetKinds, 'choice').optional(),
    ...fields,
  })
  .check(({ value, issues }) =>
    // The address of a robot stays as it is stored.
    checkTarget(value.kind, { ...value, url: value.url ?? 'stored' }, issues),
  )
const page = pageBody(['createdAt'], '-createdAt', {
  id: id.optional(),
  name: text(40).optional(),
  kind: z.enum(noticeTargetKinds, 'choice').optional(),
  about: z.enum(noticeKinds, 'choice').optional(),
  isOn: z.boolean('type').optional(),
})

const delivery = deliveryRow.extend({ event: z.enum(noticeKinds) })
delivery.register(z.globalRegistry, { id: 'NoticeDelivery' })
const detail = deliveryDetail.extend({ event: z.enum(noticeKinds) })
detail.register(z.globalRegistry, { id: 'NoticeDeliveryDetail' })
const deliveries = pageBody(['createdAt'], '-createdAt', {
  id: id.optional(),
  targetId: id.optional(),
  event: z.enum(noticeKinds, 'choice').optional(),
  state: z.enum(deliveryStates, 'choice').optional(),
  reason: z.enum(deliveryReasons, 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

const path = '/row/notice'
const what = ['通知目标', 'targets of notices'] as const
const { page: see, get, create: add, update: edit, remove } = plainSummaries(what)
/** Who is told of what outside the console: robots of groups, e-mail, roles. */
export const notice = area('notice', {
  ...crud(
    { path, protection: ['notice'] },
    { row, page, create, update },
    { page: see, get, create: add, update: edit, remove },
  ),
  /** Sends a made-up notice, and shows what was sent and answered. */
  try: {
    protection: ['audit'],
    method: 'POST',
    path: `${path}/{id}/try`,
    kind: 'write',
    staged: true,
    affects: [],
    summary: ['试发通知', 'Try notices'],
    answer: deliveryTrial,
  },
  /** Sends to a target again that failed or asked for a pause, without waiting. */
  resume: {
    method: 'POST',
    path: `${path}/{id}/breaker/close`,
    kind: 'write',
    point: 'again',
    summary: ['恢复发送通知', 'Resume notices'],
    answer: z.null(),
  },
  deliveries: {
    method: 'POST',
    path: `${path}/delivery/page`,
    kind: 'read',
    lists: ['noticeDelivery'],
    summary: ['查看通知的投递记录', 'View the deliveries of notices'],
    body: deliveries,
    answer: pageAnswer(delivery),
  },
  details: {
    method: 'GET',
    path: `${path}/delivery/{id}`,
    kind: 'read',
    point: 'deliveries',
    summary: ['查看通知的投递详情', 'View a delivery of notices'],
    answer: detail,
  },
  again: {
    method: 'POST',
    path: `${path}/delivery/{id}/again`,
    kind: 'write',
    summary: ['重新投递通知', 'Deliver notices again'],
    answer: detail,
  },
  ...choicesOf('notice', { roles: 'role' }),
})

export type NoticeTargetRow = z.output<typeof row>
export type NoticePage = z.output<typeof page>
export type NoticeDelivery = z.output<typeof delivery>
export type NoticeDeliveryDetail = z.output<typeof detail>
