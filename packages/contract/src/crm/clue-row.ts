import * as z from 'zod'
import { id, instant, pageBody, version } from '../kernel/kernel.ts'
import { nameFilter, phoneFilter } from '../kernel/look-up.ts'
import { regionCode } from '../kernel/region-code.ts'
import { hideableFields } from './clue-fields.ts'
import { clueSources } from './clue-source.ts'

/** The stages of an open lead, in order, and the two ends. */
export const openClueStages = ['new', 'contacted', 'interested', 'applied'] as const
export const clueEnds = ['converted', 'invalid'] as const
export const clueStages = [...openClueStages, ...clueEnds] as const
export type ClueStage = (typeof clueStages)[number]
/** Where a lead is: it waits in its pool, a salesman holds it, or it is closed. */
export const cluePlaces = ['waiting', 'held', 'closed'] as const

/** Phone and name are masked. What the pool hides until the lead is claimed is null, and named in `hidden`. */
export const clueRow = z.object({
  id,
  userId: id.nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  cityCode: z.string().nullable(),
  cityName: z.string().nullable(),
  source: z.enum(clueSources).nullable(),
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
  stage: z.enum(clueStages),
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
clueRow.register(z.globalRegistry, { id: 'Clue' })

/** What the caller may do to a lead as its salesman, its team’s head or somebody in charge; the points are checked besides. */
const powers = z.object({ claim: z.boolean(), work: z.boolean(), assign: z.boolean() })

export const clueDetail = clueRow.extend({
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
clueDetail.register(z.globalRegistry, { id: 'ClueDetail' })

/** The filters of leads, except by stage. */
export const clueFilters = {
  phone: phoneFilter.optional(),
  name: nameFilter.optional(),
  place: z.enum(cluePlaces, 'choice').optional(),
  source: z.enum(clueSources, 'choice').optional(),
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

export const cluePage = pageBody(['arrivedAt'], '-arrivedAt', {
  stage: z.enum(clueStages, 'choice').optional(),
  ...clueFilters,
})

/** The columns of the list, by name. */
export const clueColumns = [
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
export const clueCounts = z.object({
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
clueCounts.register(z.globalRegistry, { id: 'ClueCounts' })

export type ClueRow = z.output<typeof clueRow>
export type ClueDetail = z.output<typeof clueDetail>
export type CluePage = z.output<typeof cluePage>
export type ClueFilters = Omit<CluePage, 'current' | 'size' | 'sort'>
export type ClueCounts = z.output<typeof clueCounts>
