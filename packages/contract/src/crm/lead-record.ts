import * as z from 'zod'
import { id, instant, pageAnswer } from '../kernel/kernel.ts'

/** The events by which a record counts in a figure. */
export const leadRecordEvents = [
  'claimed',
  'assigned',
  'transferred',
  'passedOn',
  'followUp',
  'converted',
  'invalidated',
  'answered',
] as const

/** One record behind a figure of a salesman. */
export const leadRecord = z.object({
  at: instant,
  leadId: id,
  /** The lead as the caller sees it, masked; null: it is out of his sight, or he may not see leads. */
  lead: z.object({ name: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  event: z.enum(leadRecordEvents),
  /** From the arrival to this first contact; null: the figure is not about it. */
  minutes: z.number().nullable(),
  /** The price of this push; null: the figure is not about money. */
  fen: z.int().nullable(),
})
leadRecord.register(z.globalRegistry, { id: 'LeadRecord' })

/** A page of the records behind a figure, the newest first. */
export const leadRecords = pageAnswer(leadRecord)

/** The page of a request for records. */
export const recordPage = {
  current: z.int('integer').min(1, 'range').max(10_000, 'range').default(1),
  size: z.int('integer').min(1, 'range').max(200, 'range').default(20),
}

export type LeadRecord = z.output<typeof leadRecord>
export type LeadRecords = z.output<typeof leadRecords>
