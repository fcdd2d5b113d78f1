import * as z from 'zod'
import { instant } from '../kernel/kernel.ts'

/** What an instance can do, as `SERVE` names it. */
export const instanceRoles = ['api', 'open', 'jobs'] as const
export type InstanceRole = (typeof instanceRoles)[number]

/** The pools of connections of an instance; `reads` leads to the replica, `intake` to the address of the open API. */
export const instancePools = [
  'calls',
  'intake',
  'side',
  'jobs',
  'heavyJobs',
  'pipeline',
  'queue',
  'reads',
] as const
export type InstancePool = (typeof instancePools)[number]

/** Settings of an instance that are risky where real people and money are. */
export const risks = [
  'ownerRights',
  'embedded',
  'sandbox',
  'anyHost',
  'noProxy',
  'noMetricsToken',
  'noDrain',
  'wordyLog',
] as const
export type Risk = (typeof risks)[number]

const pool = z.object({
  name: z.enum(instancePools),
  busy: z.int(),
  idle: z.int(),
  /** Requests that wait for a connection. */
  waiting: z.int(),
  limit: z.int(),
})
pool.register(z.globalRegistry, { id: 'InstancePool' })

/** What an instance measures of itself at each heartbeat. It is stored in this form. */
export const instanceFacts = z.object({
  pools: z.array(pool),
  /** How late the event loop was since the last heartbeat, in milliseconds: 99 percent of the time at most, and the worst. */
  loop: z.object({ p99Ms: z.number(), maxMs: z.number() }),
  memory: z.object({
    rssBytes: z.number(),
    heapBytes: z.number(),
    heapLimitBytes: z.number(),
    /** What the container allows; null without a limit. */
    limitBytes: z.number().nullable(),
  }),
  /** How long ago the connection for announcements was last heard, in milliseconds; null: it is not connected. */
  listenerMs: z.number().nullable(),
  /** The replica for reads; null without one. `lagMs` null: it does not answer, or is further behind than is measured. */
  replica: z.object({ isUsed: z.boolean(), lagMs: z.number().nullable() }).nullable(),
  /** The newest migration that its code knows. */
  migration: z.string(),
  risks: z.array(z.enum(risks)),
})
instanceFacts.register(z.globalRegistry, { id: 'InstanceFacts' })
export type InstanceFacts = z.output<typeof instanceFacts>

/** A running instance, or one that was heard within the last hour. */
export const instanceRow = z.object({
  id: z.uuid(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  /** Empty where the source runs without a build. */
  commit: z.string(),
  /** The version of Node. */
  node: z.string(),
  roles: z.array(z.enum(instanceRoles)),
  startedAt: instant,
  beatAt: instant,
  /** Since the last heartbeat. */
  beatSeconds: z.number(),
  isSilent: z.boolean(),
  isDraining: z.boolean(),
  /** The one that answered this call. */
  isThis: z.boolean(),
  /** How far its clock is ahead of that of the database, in milliseconds, with the way of the heartbeat. */
  clockMs: z.number(),
  /** Null if its version writes other facts. */
  facts: instanceFacts.nullable(),
})
instanceRow.register(z.globalRegistry, { id: 'Instance' })
export type InstanceRow = z.output<typeof instanceRow>
