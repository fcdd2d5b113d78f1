import * as z from 'zod'
import { errorLevels, errorSources, release, reportedRelease } from '../intake/error-report.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import {
  area,
  type BodyOf,
  cutText,
  id,
  instant,
  pageAnswer,
  pageBody,
  text,
  version,
} from '../kernel/kernel.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { webAddress } from '../kernel/web-address.ts'
import { errorEventMachine } from './error-event-machine.ts'

export const errorStatuses = statesOf(errorEventMachine)
export type ErrorStatus = StateOf<typeof errorEventMachine>

/** How many days the small trend of a row shows. */
export const trendDays = 14

const row = z.object({
  id,
  source: z.enum(errorSources),
  level: z.enum(errorLevels),
  name: z.string(),
  message: z.string(),
  status: z.enum(errorStatuses),
  /** When it opened again by itself; null if it did not, or was resolved or ignored since. */
  reopenedAt: instant.nullable(),
  count: z.int(),
  /** How many different people it happened to. */
  people: z.int(),
  /** How often it happened on each of the last `trendDays` business days, the oldest first. */
  trend: z.array(z.int()),
  /** Empty if unknown. */
  firstRelease: z.string(),
  release: z.string(),
  /** The organization of a failure of a partner. */
  orgName: z.string().nullable(),
  issueUrl: z.string(),
  firstAt: instant,
  lastAt: instant,
  version,
})
row.register(z.globalRegistry, { id: 'ErrorEvent' })

const change = z.object({
  id,
  act: z.enum(['resolve', 'ignore', 'reopen', 'comeBack']),
  at: instant,
  /** Null: the service. */
  by: z.string().nullable(),
  release: z.string(),
  until: instant.nullable(),
  times: z.int().nullable(),
  untilRelease: z.boolean(),
})

const detail = row.extend({
  url: z.string(),
  /** The state that it has: until when, until how many times in all, or until a later release. */
  ignoredUntil: instant.nullable(),
  ignoredTo: z.int().nullable(),
  untilRelease: z.boolean(),
  resolvedAt: instant.nullable(),
  orgId: id.nullable(),
  /** The newest first, at most 20. */
  releases: z.array(z.object({ release: z.string(), count: z.int(), firstAt: instant, lastAt: instant })),
  /** The newest first, at most 50. */
  changes: z.array(change),
  /** How many occurrences are stored. */
  samples: z.int(),
})
detail.register(z.globalRegistry, { id: 'ErrorEventDetail' })

/** A line of a stack: as it was reported, and where it is in the source if there is a map. */
const frame = z.object({
  raw: z.string(),
  source: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  name: z.string().nullable(),
  /** Whether it is in our code, and not in a library. */
  isOwn: z.boolean(),
})
frame.register(z.globalRegistry, { id: 'ErrorFrame' })

const sample = z.object({
  at: instant,
  message: z.string(),
  url: z.string(),
  userAgent: z.string(),
  release: z.string(),
  /** Of the request that failed; empty if unknown. */
  requestId: z.string(),
  frames: z.array(frame),
  /** Whether some line was found in its source. */
  isMapped: z.boolean(),
})
sample.register(z.globalRegistry, { id: 'ErrorSample' })

const person = z.object({
  kind: z.enum(['admin', 'user']),
  id,
  /** Masked if it is a user; null if there is none. */
  name: z.string().nullable(),
  phone: z.string().nullable(),
  firstAt: instant,
})
person.register(z.globalRegistry, { id: 'ErrorPerson' })

const page = pageBody(['lastAt', 'firstAt', 'count', 'people'], '-lastAt', {
  status: z.enum(errorStatuses, 'choice').optional(),
  /** Those that opened again by themselves. */
  reopened: z.enum(['yes', 'no'], 'choice').optional(),
  source: z.enum(errorSources, 'choice').optional(),
  level: z.enum(errorLevels, 'choice').optional(),
  /** It happened in this release. */
  release: release.optional(),
  /** It happened to at least this many people. */
  leastPeople: z.int('integer').min(1, 'range').max(1_000_000_000, 'range').optional(),
  /** A part of the name or of the first 200 characters of the message, in any case. */
  keyword: text(100).optional(),
  lastFrom: instant.optional(),
  lastTo: instant.optional(),
})

/** The columns of the list, by name. */
export const errorEventColumns = [
  'id',
  'name',
  'message',
  'status',
  'source',
  'level',
  'count',
  'people',
  'release',
  'firstRelease',
  'lastAt',
  'firstAt',
  'orgName',
  'issueUrl',
] as const

const toExport = exportBody(page, errorEventColumns)

/** The spans of a trend: hours of the last day, or business days. */
export const trendSpans = ['hours24', 'days14', 'days90'] as const
export type TrendSpan = (typeof trendSpans)[number]

const path = '/errors'

/** Errors, grouped: what happened how often, to whom, where, and whether it was seen to. */
export const errorEvent = area('errorEvent', {
  report: {
    method: 'POST',
    path,
    kind: 'write',
    quiet: true,
    staged: true,
    access: 'anyone',
    audited: false,
    summary: ['上报错误', 'Report an error'],
    body: z.strictObject({
      level: z.enum(errorLevels, 'choice').default('error'),
      name: cutText(120),
      message: cutText(2_000),
      stack: cutText(8_000).default(''),
      url: cutText(500).default(''),
      release: reportedRelease.default(''),
    }),
    answer: z.null(),
  },
  page: {
    method: 'POST',
    path: `${path}/page`,
    kind: 'read',
    summary: ['查看错误上报', 'View error reports'],
    body: page,
    answer: pageAnswer(row),
  },
  counts: countsOf(errorEventMachine, { path, what: ['错误', 'errors'] }),
  export: {
    method: 'POST',
    path: `${path}/page/export`,
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出错误上报', 'Export error reports'],
    body: toExport,
    answer: exportAnswer,
  },
  get: {
    method: 'GET',
    path: `${path}/{id}`,
    kind: 'read',
    point: 'page',
    summary: ['查看错误详情', 'View an error'],
    answer: detail,
  },
  trend: {
    method: 'GET',
    path: `${path}/{id}/trend`,
    kind: 'read',
    point: 'page',
    summary: ['查看错误趋势', 'View the trend of an error'],
    query: z.strictObject({ span: z.enum(trendSpans, 'choice').default('hours24') }),
    /** Without gaps, the oldest first; `at` is the beginning of an hour, or a business day `yyyy-mm-dd`. */
    answer: z.array(z.object({ at: z.string(), count: z.int() })),
  },
  /** One of the stored occurrences; 0 is the newest. */
  sample: {
    method: 'GET',
    path: `${path}/{id}/sample`,
    kind: 'read',
    point: 'page',
    summary: ['查看一次错误', 'View one occurrence of an error'],
    query: z.strictObject({
      at: z.string().max(1, 'range').regex(/^\d$/, 'range').default('0'),
    }),
    answer: sample,
  },
  /** The people to whom it happened last, at most 50. */
  people: {
    method: 'GET',
    path: `${path}/{id}/people`,
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看受影响的人', 'View affected people'],
    answer: z.array(person),
  },
  ...actsOf(errorEventMachine, { path, answer: detail, page, affects: ['errorEvent'] }),
  link: {
    method: 'PUT',
    path: `${path}/{id}/issue`,
    kind: 'write',
    summary: ['为错误关联工单', 'Link errors to issues'],
    body: z.strictObject({
      version,
      /** Null: none. */
      issueUrl: webAddress.nullable(),
    }),
    answer: detail,
  },
})

export type ErrorEventRow = z.output<typeof row>
export type ErrorEventDetail = z.output<typeof detail>
export type ErrorEventPage = z.output<typeof page>
export type ErrorEventExport = z.output<typeof toExport>
export type ErrorEventFilter = BodyOf<typeof errorEvent.resolveMatching>['filter']
export type ErrorSample = z.output<typeof sample>
export type ErrorFrame = z.output<typeof frame>
export type ErrorChange = z.output<typeof change>
