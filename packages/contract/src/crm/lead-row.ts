import * as z from 'zod'
import { id, instant, pageBody, version } from '../kernel/kernel.ts'
import { nameFilter, phoneFilter } from '../kernel/look-up.ts'
import { regionCode } from '../kernel/region-code.ts'
import { hideableFields } from './lead-fields.ts'
import { leadSources } from './lead-source.ts'

/** The stages of an open lead, in order, and the two ends. */
export const openLeadStages = ['new', 'contacted', 'interested', 'applied'] as const
export const leadEnds = ['converted', 'invalid'] as const
export const leadStages = [...openLeadStages, ...leadEnds] as const
export type LeadStage = (typeof leadStages)[number]
/** Where a lead is: it waits in its pool, a salesman holds it, or it is closed. */
export const leadPlaces = ['waiting', 'held', 'closed'] as const

/** Phone and name are masked. What the pool hides until the lead is claimed is null, and named in `hidden`. */
export const leadRow = z.object({
  id,
  userId: id.nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  cityCode: z.string().nullable(),
  cityName: z.string().nullable(),
  source: z.enum(leadSources).nullable(),
  channelId: id.nullable(),
  channelName: z.string().nullable(),
  hidden: z.array(z.enum(hideableFields)),
  poolId: id,
  poolName: z.string(),
  /** Null: it waits in its pool. */
  salesmanId: id.nullable(),
  salesmanName: z.string().nullable(),
  /** Whether the caller is its salesman. */
  isMine: z.boolean(),
  /** Whether it waits in a pool that the caller, a salesman, claims from. */
  isClaimable: z.boolean(),
  stage: z.enum(leadStages),
  score: z.int(),
  arrivedAt: instant,
  assignedAt: instant.nullable(),
  /** Until when its salesman should have contacted the person; null once that was done. */
  firstContactDueAt: instant.nullable(),
  firstContactAt: instant.nullable(),
  nextFollowAt: instant.nullable(),
  lastFollowAt: instant.nullable(),
  /** When it returns to its pool unless something happens. */
  recycleAt: instant.nullable(),
  /** Set once its salesman had it protected. */
  protectedUntil: instant.nullable(),
  /** Until when nobody may claim it. */
  restUntil: instant.nullable(),
  closedAt: instant.nullable(),
  /** The user was deleted: nothing about the person is known any more. */
  isForgotten: z.boolean(),
  version,
})
leadRow.register(z.globalRegistry, { id: 'Lead' })

/** What the caller may do to a lead as its salesman, its team’s head or somebody in charge; the points are checked besides. */
const powers = z.object({ claim: z.boolean(), work: z.boolean(), assign: z.boolean() })

export const leadDetail = leadRow.extend({
  /** Phone and id numbers in it are masked. */
  remark: z.string(),
  teamName: z.string().nullable(),
  followUpCount: z.int(),
  /** How many leads were merged into it, also those that were parted again. */
  mergeCount: z.int(),
  can: powers,
  /** How many people the caller may still reveal today; null: no limit. */
  revealsLeft: z.int().nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  updatedAt: instant,
})
leadDetail.register(z.globalRegistry, { id: 'LeadDetail' })

/** The filters of leads, except by stage. */
export const leadFilters = {
  phone: phoneFilter.optional(),
  name: nameFilter.optional(),
  place: z.enum(leadPlaces, 'choice').optional(),
  source: z.enum(leadSources, 'choice').optional(),
  poolId: id.optional(),
  salesmanId: id.optional(),
  /** Leads of the caller, who is a salesman. */
  mine: z.literal(true, 'type').optional(),
  channelId: id.optional(),
  userId: id.optional(),
  /** A province, city or district; a region includes the regions within it. */
  cityCode: regionCode.optional(),
  /** The next follow-up is due: before now, or later today. */
  due: z.enum(['overdue', 'today'], 'choice').optional(),
  /** The first contact is late. */
  late: z.boolean('type').optional(),
  /** Its salesman has not contacted the person yet. */
  fresh: z.literal(true, 'type').optional(),
  /** It returns to its pool within a day. */
  returning: z.literal(true, 'type').optional(),
  arrivedFrom: instant.optional(),
  arrivedTo: instant.optional(),
}

export const leadPage = pageBody(['arrivedAt'], '-arrivedAt', {
  stage: z.enum(leadStages, 'choice').optional(),
  ...leadFilters,
})

/** The columns of the list, by name. */
export const leadColumns = [
  'id',
  'name',
  'phone',
  'stage',
  'salesmanName',
  'poolName',
  'source',
  'cityName',
  'channelName',
  'score',
  'arrivedAt',
  'firstContactAt',
  'lastFollowAt',
  'nextFollowAt',
  'recycleAt',
  'closedAt',
] as const

/** How many leads are in each stage and how many wait, one more than `exactTotal` at most. */
export const leadCounts = z.object({
  new: z.int(),
  contacted: z.int(),
  interested: z.int(),
  applied: z.int(),
  converted: z.int(),
  invalid: z.int(),
  waiting: z.int(),
  mine: z.int(),
  /** Whether the caller sees only what is in his own sight; then the page carries a watermark. */
  isOwnScope: z.boolean(),
})
leadCounts.register(z.globalRegistry, { id: 'LeadCounts' })

export type LeadRow = z.output<typeof leadRow>
export type LeadDetail = z.output<typeof leadDetail>
export type LeadPage = z.output<typeof leadPage>
export type LeadFilters = Omit<LeadPage, 'current' | 'size' | 'sort'>
export type LeadCounts = z.output<typeof leadCounts>
