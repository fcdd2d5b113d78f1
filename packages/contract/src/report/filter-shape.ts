import * as z from 'zod'
import { id } from '../kernel.ts'
import { regionCode } from '../region-code.ts'
import { flows } from '../user.ts'

/** What the figures of a report are limited to. A filter that the report does not declare is refused; each may be left out. */
export const reportFilterShape = {
  flow: z.enum(flows, 'choice').optional(),
  channelId: id.optional(),
  orgId: id.optional(),
  planId: id.optional(),
  productId: id.optional(),
  /** A province, city or district, with all that is within it. */
  cityCode: regionCode.optional(),
}
export type ReportFilterName = keyof typeof reportFilterShape
export const reportFilterNames = Object.keys(reportFilterShape) as ReportFilterName[]
/** The values of these filters. */
export type ReportFilterValues = Partial<Record<ReportFilterName, string>>

/** The names of the records that filters are about; null for those that are gone or not filtered by. */
export const reportFilterTitles = {
  channelName: z.string().nullable(),
  orgName: z.string().nullable(),
  planName: z.string().nullable(),
  productName: z.string().nullable(),
}
