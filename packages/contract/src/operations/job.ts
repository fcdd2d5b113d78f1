import * as z from 'zod'
import { area, instant, pageAnswer, pageBody } from '../kernel/kernel.ts'

export const jobStates = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const
export type JobState = (typeof jobStates)[number]

const name = z
  .string('required')
  .max(61, 'choice')
  .regex(/^[a-z][a-z0-9-]{1,60}$/, 'choice')
const jobId = z.uuid('type').max(36, 'type')
const values = z.record(z.string(), z.unknown()).nullable()

const row = z.object({
  id: jobId,
  name: z.string(),
  /** Its description, in the reader's language. */
  title: z.string(),
  state: z.enum(jobStates),
  /** The number of the attempt, and the maximum. */
  attempt: z.int(),
  attempts: z.int(),
  createdAt: instant,
  /** It does not begin before this instant. */
  startAfter: instant,
  startedAt: instant.nullable(),
  completedAt: instant.nullable(),
  progress: z.object({ done: z.number(), total: z.number().optional() }).nullable(),
  data: values,
  /** The result. */
  output: values,
  error: z
    .object({ name: z.string(), message: z.string(), code: z.string().optional(), stack: z.string() })
    .nullable(),
})
row.register(z.globalRegistry, { id: 'Job' })

const queue = z.object({
  name: z.string(),
  title: z.string(),
  /** Minute, hour, day, month, weekday in the business zone; null if it runs on demand only. */
  cron: z.string().nullable(),
  nextAt: instant.nullable(),
  waiting: z.int(),
  active: z.int(),
  /** Of the last seven days. */
  failed: z.int(),
  last: z.object({ state: z.enum(jobStates), at: instant, ms: z.int() }).nullable(),
})
queue.register(z.globalRegistry, { id: 'JobQueue' })

const page = pageBody(['createdAt'], '-createdAt', {
  name: name.optional(),
  state: z.enum(jobStates, 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

const one = z.strictObject({ name, id: jobId })
one.register(z.globalRegistry, { id: 'JobName' })

export const job = area('job', {
  queues: {
    method: 'GET',
    path: '/job/queue',
    kind: 'read',
    point: 'page',
    summary: ['查看后台任务', 'View background jobs'],
    answer: z.array(queue),
  },
  page: {
    method: 'POST',
    path: '/job/page',
    kind: 'read',
    summary: ['查看任务执行记录', 'View job runs'],
    body: page,
    answer: pageAnswer(row),
  },
  run: {
    method: 'POST',
    path: '/job/run',
    kind: 'write',
    summary: ['立即执行任务', 'Run a job now'],
    body: z.strictObject({ name }),
    answer: z.object({ id: jobId }),
  },
  again: {
    method: 'POST',
    path: '/job/again',
    kind: 'write',
    point: 'run',
    summary: ['重新执行任务', 'Run a job again'],
    body: one,
    answer: z.object({ id: jobId }),
  },
  cancel: {
    method: 'POST',
    path: '/job/cancel',
    kind: 'write',
    summary: ['取消任务', 'Cancel a job'],
    body: one,
    answer: z.null(),
  },
})

export type JobRow = z.output<typeof row>
export type JobQueue = z.output<typeof queue>
export type JobPage = z.output<typeof page>
