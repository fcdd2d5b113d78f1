import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { area, exactText, id, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import { whole } from '../kernel/money.ts'
import { shownProblem, shownRequest } from '../partners/template-shown.ts'
import { deliveryEndpoints, targetHealth } from './delivery.ts'
import { postbackEvents } from './event.ts'
import { postbackTemplate } from './postback-template.ts'

/** The most postbacks of a channel. */
export const mostPostbacks = 10
/** The longest delay, in seconds. */
export const longestDelay = 7 * 86_400

const row = z.object({
  id,
  channelId: id,
  channelName: z.string(),
  name: z.string(),
  event: z.enum(postbackEvents),
  isOn: z.boolean(),
  /** How long after the event it is sent, in seconds. */
  delaySeconds: z.int(),
  /** How many of a hundred people it tells of; who they are stays the same. */
  partPercent: z.int(),
  /** The most events that it tells of on a business day; null: no limit. */
  dailyCap: z.int().nullable(),
  /** Method and address of the template. */
  method: z.string(),
  url: z.string(),
  ...targetHealth,
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'Postback' })
const detail = row.extend({
  template: postbackTemplate,
  /** The names of the secrets that have a value; nobody sees the values. */
  secrets: z.array(z.string()),
})
detail.register(z.globalRegistry, { id: 'PostbackDetail' })

const fields = {
  name: requiredText(40),
  event: z.enum(postbackEvents, 'choice'),
  isOn: z.boolean('type').default(false),
  delaySeconds: whole(0, longestDelay).default(0),
  partPercent: whole(1, 100).default(100),
  dailyCap: whole(1, 1_000_000_000).nullable().default(null),
  template: postbackTemplate,
  /** New values; a secret that is not here keeps its value. */
  secrets: z
    .array(z.strictObject({ name: requiredText(40), value: exactText(8_000).min(1, 'required') }))
    .max(20, 'tooMany')
    .default([]),
}
const create = z.strictObject({ channelId: id, ...fields })
const update = z.strictObject({ id, version, ...fields })
const page = pageBody(['createdAt'], '-createdAt', {
  id: id.optional(),
  name: text(40).optional(),
  channelId: id.optional(),
  event: z.enum(postbackEvents, 'choice').optional(),
  isOn: z.boolean('type').optional(),
})

const shipped = z.object({
  code: z.string(),
  /** Its name in Chinese and in English. */
  words: z.tuple([z.string(), z.string()]),
  /** The public page of its format; null for our own. */
  page: z.string().nullable(),
  template: postbackTemplate,
})

const path = '/row/postback'
const what = ['回传', 'postbacks'] as const
const owned = { owned: true } as const
const { page: see, get, create: add, update: edit, remove } = plainSummaries(what)

/** What channels are told of the people they brought. */
export const postback = area('postback', {
  ...crud(
    { path, owned: true, protection: ['notice'] },
    { row, detail, page, create, update },
    { page: see, get, create: add, update: edit, remove },
  ),
  shippedTemplates: {
    method: 'GET',
    path: `${path}/template/shipped`,
    kind: 'read',
    point: 'page',
    summary: ['回传可用的内置模板', 'Templates that postbacks can begin with'],
    answer: z.array(shipped),
  },
  /** Nothing is called and nothing is stored; no secret is used. */
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    kind: 'read',
    point: 'page',
    summary: ['预览回传的模板', 'Preview templates of postbacks'],
    body: z.strictObject({ template: postbackTemplate, event: z.enum(postbackEvents, 'choice') }),
    answer: z.object({
      problems: z.array(shownProblem),
      /** The request about a made-up event; null if it cannot be built. */
      request: shownRequest.nullable(),
    }),
  },
  ...deliveryEndpoints(path, { name: 'postback', owned, what }),
  ...choicesOf('postback', { channels: { of: 'channel', owned: true } }),
})

export type PostbackRow = z.output<typeof row>
export type PostbackDetail = z.output<typeof detail>
export type PostbackPage = z.output<typeof page>
export type ShippedPostback = z.output<typeof shipped>
