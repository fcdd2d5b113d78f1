import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { area, id, instant, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import { webAddress } from '../kernel/web-address.ts'
import { overlapDays } from '../partners/previous-secret.ts'
import { deliveryEndpoints, targetHealth } from './delivery.ts'
import { webhookEvents } from './event.ts'

const row = z.object({
  id,
  /** Null: a system of the company itself, which is told of everything. */
  orgId: id.nullable(),
  orgName: z.string().nullable(),
  name: z.string(),
  events: z.array(z.enum(webhookEvents)),
  url: z.string(),
  isOn: z.boolean(),
  /** Until when the secret before this one signs too; null: there is none. */
  previousEndsAt: instant.nullable(),
  ...targetHealth,
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'Webhook' })
/** Shown once. */
const made = row.extend({ secret: z.string() })
made.register(z.globalRegistry, { id: 'WebhookMade' })

const fields = {
  name: requiredText(40),
  events: z
    .array(z.enum(webhookEvents, 'choice'))
    .min(1, 'required')
    .max(webhookEvents.length, 'tooMany')
    .refine((values) => new Set(values).size === values.length, 'taken'),
  url: webAddress,
  isOn: z.boolean('type').default(true),
}
const create = z.strictObject({ orgId: id.nullable().default(null), ...fields })
const update = z.strictObject({ id, version, ...fields })
const page = pageBody(['createdAt'], '-createdAt', {
  id: id.optional(),
  name: text(40).optional(),
  orgId: id.optional(),
  event: z.enum(webhookEvents, 'choice').optional(),
  isOn: z.boolean('type').optional(),
})

const path = '/row/webhook'
const what = ['Webhook', 'webhooks'] as const
const { page: see, get, create: add, update: edit, remove } = plainSummaries(what)

/** What organizations and systems of the company are told of. */
export const webhook = area('webhook', {
  ...crud(
    { path, protection: ['notice'] },
    { row, made, page, create, update },
    { page: see, get, create: add, update: edit, remove },
  ),
  /** A new secret; the one before it signs too for as long as is wanted. */
  newSecret: {
    method: 'POST',
    path: `${path}/{id}/secret`,
    kind: 'write',
    summary: ['更换 Webhook 的密钥', 'Change the secrets of webhooks'],
    body: z.strictObject({ overlapDays }),
    answer: made,
  },
  ...deliveryEndpoints(path, { name: 'webhook', owned: {}, what }),
  ...choicesOf('webhook', { orgs: 'org' }),
})

export type WebhookRow = z.output<typeof row>
export type WebhookPage = z.output<typeof page>
