import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, longText, pageBody, requiredText, text, version } from '../kernel/kernel.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { whole } from '../kernel/money.ts'
import { regionCode } from '../kernel/region-code.ts'
import { whyNotRules } from '../supply/plan.ts'
import { type PushStatus, pushStatuses } from '../users/push-status.ts'
import { flows, riskLevels, userSources, userStatuses } from '../users/user.ts'
import { pushPlanMachine } from './push-plan-machine.ts'

export const pushPlanStatuses = statesOf(pushPlanMachine)
export type PushPlanStatus = StateOf<typeof pushPlanMachine>
/** `now`: as soon as it is scheduled; `at`: at an instant; `daily`: every day at a time. */
export const pushSchedules = ['now', 'at', 'daily'] as const
/** The statuses that a person of the audience can have. */
export const audienceStatuses = userStatuses.filter((status) => status !== 'deleted') as [
  Exclude<(typeof userStatuses)[number], 'deleted'>,
  ...Exclude<(typeof userStatuses)[number], 'deleted'>[],
]
/**
 * Why a person of a push plan was not pushed, or why it sends nobody at the moment: a rule of the match; no connection to the
 * organization; it cannot be reached (`breaker`); no complete profile; on the way through the pipeline for other reasons
 * (`onTheWay`); deleted (`gone`).
 */
export const unfitReasons = [...whyNotRules, 'profile', 'onTheWay', 'gone'] as const
export type UnfitReason = (typeof unfitReasons)[number]
/** The most people that a push plan sends in a minute. */
export const mostPerMinute = 6_000
/** An audience is counted up to this many people. */
export const mostAudience = 100_000

const isUnlike = (values: readonly string[]) => new Set(values).size === values.length

/** Which users of the plan's flow are sent; what is left out sets no condition, but imported users are sent only if they are chosen. */
const audience = {
  channelId: id.nullable().default(null),
  /** A province, city or district; a region includes the regions within it. */
  cityCode: regionCode.nullable().default(null),
  registeredFrom: instant.nullable().default(null),
  registeredTo: instant.nullable().default(null),
  userStatuses: z
    .array(z.enum(audienceStatuses, 'choice'))
    .max(audienceStatuses.length, 'tooMany')
    .refine(isUnlike, 'taken')
    .default([]),
  riskLevels: z
    .array(z.enum(riskLevels, 'choice'))
    .max(riskLevels.length, 'tooMany')
    .refine(isUnlike, 'taken')
    .default([]),
  sources: z
    .array(z.enum(userSources, 'choice'))
    .min(1, 'required')
    .max(userSources.length, 'tooMany')
    .refine(isUnlike, 'taken')
    .default(['channel']),
}
const fields = {
  name: requiredText(60),
  planId: id,
  ...audience,
  schedule: z.enum(pushSchedules, 'choice'),
  /** For the schedule `at` only. */
  at: instant.nullable().default(null),
  /** For the schedule `daily` only: a time in the business zone. */
  dailyAt: z
    .string()
    .max(5, 'timeOfDay')
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay')
    .nullable()
    .default(null),
  /** How many people are sent in a minute. */
  perMinute: whole(1, mostPerMinute).default(60),
  /** How many people are sent in all; null: the whole audience. */
  cap: whole(1, 1_000_000_000).nullable().default(null),
  remark: longText(500).default(''),
}
type Fields = z.output<z.ZodObject<typeof fields>>

function unfit({ schedule, at, dailyAt, registeredFrom, registeredTo }: Fields, context: z.RefinementCtx) {
  const refuse = (field: keyof Fields, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (schedule === 'at' && at === null) refuse('at', 'required')
  if (schedule !== 'at' && at !== null) refuse('at', 'otherSchedule')
  if (schedule === 'daily' && dailyAt === null) refuse('dailyAt', 'required')
  if (schedule !== 'daily' && dailyAt !== null) refuse('dailyAt', 'otherSchedule')
  if (
    registeredFrom !== null &&
    registeredTo !== null &&
    Date.parse(registeredTo) <= Date.parse(registeredFrom)
  )
    refuse('registeredTo', 'order')
}

/** How many pushes have each status. */
const byStatus = Object.fromEntries(pushStatuses.map((status) => [status, z.int()])) as Record<
  PushStatus,
  z.ZodInt
>
/** How far a push plan is, in people. Each of them counts once, however often it runs. */
const progress = z.object({
  /** Everybody found so far. */
  total: z.int(),
  waiting: z.int(),
  /** In the pipeline, and not pushed yet. */
  sent: z.int(),
  pushed: z.int(),
  /** Of those pushed, by the status of the push. */
  ...byStatus,
  /** Not pushed. */
  unfit: z.int(),
  /** Why, the most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(unfitReasons), count: z.int() })),
})
progress.register(z.globalRegistry, { id: 'PushPlanProgress' })

const row = z.object({
  id,
  name: z.string(),
  planId: id,
  planName: z.string(),
  orgName: z.string(),
  /** The flow of its plan; only users of this flow are sent. */
  flow: z.enum(flows),
  channelId: id.nullable(),
  channelName: z.string().nullable(),
  cityCode: z.string().nullable(),
  /** `广东省 深圳市` */
  cityName: z.string().nullable(),
  registeredFrom: instant.nullable(),
  registeredTo: instant.nullable(),
  userStatuses: z.array(z.enum(audienceStatuses)),
  riskLevels: z.array(z.enum(riskLevels)),
  sources: z.array(z.enum(userSources)),
  schedule: z.enum(pushSchedules),
  at: instant.nullable(),
  dailyAt: z.string().nullable(),
  perMinute: z.int(),
  cap: z.int().nullable(),
  status: z.enum(pushPlanStatuses),
  /** When it begins to send next; null unless it is scheduled and the service has read its schedule. */
  nextAt: instant.nullable(),
  /** Why nobody is sent at the moment, while it is running; null: people are sent. */
  holds: z.enum(unfitReasons).nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  progress,
  remark: z.string(),
  /** How many records refer to it, counted up to 1,000 of each kind; it can be deleted only if there are none. */
  references: z.int(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'PushPlan' })

/** The columns of the list, by name. */
export const pushPlanColumns = [
  'id',
  'name',
  'planName',
  'orgName',
  'flow',
  'channelName',
  'cityName',
  'schedule',
  'at',
  'dailyAt',
  'perMinute',
  'cap',
  'status',
  'remark',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
] as const

const page = pageBody(['createdAt', 'updatedAt'], '-createdAt', {
  id: id.optional(),
  /** A part of the name. */
  name: text(60).optional(),
  planId: id.optional(),
  channelId: id.optional(),
  schedule: z.enum(pushSchedules, 'choice').optional(),
  status: z.enum(pushPlanStatuses, 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})
const create = z.strictObject(fields).superRefine(unfit)
const update = z.strictObject({ id, version, ...fields }).superRefine(unfit)

/** What push plans are called within a sentence. */
const what = ['推送计划', 'push plans'] as const

/** Push plans: each sends an audience of existing users to a plan. */
/** Whom a push plan reaches is decided while it runs, by the data scope of who added it. */
export const pushPlan = area(
  'pushPlan',
  {
    ...crud(
      { path: '/plan/push', owned: true },
      { row, page, export: exportBody(page, pushPlanColumns), create, update },
      plainSummaries(what),
    ),
    counts: { ...countsOf(pushPlanMachine, { path: '/plan/push', what }), owned: true },
    /** How many people an audience has, before it is saved; under the data scope of the caller. */
    audience: {
      method: 'POST',
      path: '/plan/push/audience',
      kind: 'read',
      point: 'page',
      owned: true,
      summary: ['统计推送计划的人群', 'Count the audience of a push plan'],
      body: z.strictObject({ planId: id, ...audience }),
      answer: z.object({
        count: z.int(),
        /** Present and true if there are more than `count`, which is `mostAudience` then. */
        isMore: z.literal(true).optional(),
      }),
    },
    ...choicesOf('pushPlan', {
      plans: 'plan',
      channels: { of: 'channel', owned: true },
    }),
    ...actsOf(pushPlanMachine, { path: '/plan/push', answer: row, page, owned: true }),
  },
  { asOwner: true },
)

export type PushPlanRow = z.output<typeof row>
export type PushPlanProgress = z.output<typeof progress>
export type PushPlanPage = z.output<typeof page>
export type PushPlanExport = z.output<typeof pushPlan.export.body>
export type PushAudience = z.output<typeof pushPlan.audience.body>
