import * as z from 'zod'
import { area, id, instant } from '../kernel/kernel.ts'
import { leadRecords, recordPage } from './lead-record.ts'
import { leadRow } from './lead-row.ts'

/** What became of the leads that a salesman got in a period. */
const funnel = z.object({
  got: z.int(),
  contacted: z.int(),
  interested: z.int(),
  applied: z.int(),
  converted: z.int(),
  invalid: z.int(),
})
funnel.register(z.globalRegistry, { id: 'LeadFunnel' })

/** The steps of the funnel, and what is used of the limits of today: in all, or the claims of one pool. */
export const funnelSteps = ['got', 'contacted', 'interested', 'applied', 'converted', 'invalid'] as const
export const deskFigures = [...funnelSteps, 'taken', 'claims'] as const
export type DeskFigure = (typeof deskFigures)[number]

const pool = z.object({
  id,
  name: z.string(),
  /** Leads of it that nobody has, one more than 10,000 at most. */
  waiting: z.int(),
  held: z.int(),
  maxHeld: z.int(),
  claims: z.int(),
  maxClaimsPerDay: z.int(),
  coolDownDays: z.int(),
  lockMinutes: z.int(),
  recycleDays: z.int(),
  protectDays: z.int(),
  firstContactMinutes: z.int(),
})
pool.register(z.globalRegistry, { id: 'LeadPoolUse' })

/** A salesman’s desk: his own figures and what he is to do next. */
export const crmCenter = area('crmCenter', {
  desk: {
    method: 'GET',
    path: '/crm/center',
    kind: 'read',
    point: 'page',
    summary: ['查看个人中心', 'View your personal center'],
    query: z.strictObject({ period: z.enum(['week', 'month'], 'choice').default('month') }),
    answer: z.object({
      /** Null: the caller is no salesman. */
      salesman: z
        .object({
          id,
          name: z.string(),
          teamName: z.string().nullable(),
          status: z.enum(['onDuty', 'onLeave', 'left']),
          held: z.int(),
          capacity: z.int(),
          /** Leads got today, by claims and automatic assignment; null: no quota. */
          taken: z.int(),
          dailyQuota: z.int().nullable(),
        })
        .nullable(),
      pools: z.array(pool),
      due: z.object({ overdue: z.int(), today: z.int(), fresh: z.int(), late: z.int(), returning: z.int() }),
      /** Of the leads that he got in the period up to now, and in the same part of the one before. */
      funnel: z.object({ from: instant, now: funnel, before: funnel }),
      /** The team by leads won in the period, the best first; null unless the setting allows it. */
      ranking: z
        .array(
          z.object({
            rank: z.int(),
            salesmanId: id,
            name: z.string(),
            got: z.int(),
            converted: z.int(),
            isMe: z.boolean(),
          }),
        )
        .nullable(),
    }),
  },
  /** The drill-down of a figure of the desk: the number of records is the figure. */
  records: {
    method: 'POST',
    path: '/crm/center/records',
    kind: 'read',
    point: 'page',
    summary: ['查看我的数据的明细', 'View the records behind your figures'],
    lists: ['crmCenterRecords'],
    body: z.strictObject({
      figure: z.enum(deskFigures, 'choice'),
      /** Of the funnel. */
      period: z.enum(['week', 'month'], 'choice').default('month'),
      /** Of the period before, in the same part of it. */
      isBefore: z.boolean('type').default(false),
      /** Of the claims of a pool. */
      poolId: id.optional(),
      ...recordPage,
    }),
    answer: leadRecords,
  },
  /** A part of the desk, by what is due first. */
  leads: {
    method: 'POST',
    path: '/crm/center/leads',
    kind: 'read',
    point: 'page',
    summary: ['查看待办线索', 'View the leads to work on'],
    body: z.strictObject({
      /** Follow-ups overdue, and due later today; leads without a first contact; leads that return within a day. */
      part: z.enum(['overdue', 'today', 'fresh', 'returning'], 'choice'),
      after: z.strictObject({ at: instant, id }).optional(),
      size: z.int('integer').min(1, 'range').max(100, 'range').default(20),
    }),
    answer: z.object({ leads: z.array(leadRow), next: z.object({ at: instant, id }).nullable() }),
  },
})
