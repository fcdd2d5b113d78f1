import * as z from 'zod'
import { regionCode } from '../../kernel/region-code.ts'
import { flows } from '../../users/user.ts'

/** The most records that one filter names. */
export const mostFilterIds = 50
const eachId = '(?:[1-9]\\d{0,17}|[1-8]\\d{18})'
/** One id, or several divided by commas: `3,7`. */
const ids = z
  .string()
  .max(20 * mostFilterIds, 'tooMany')
  .regex(new RegExp(`^${eachId}(?:,${eachId}){0,${mostFilterIds - 1}}$`), 'id')
/** The ids of a filter. */
export const idsIn = (filter: string): string[] => [...new Set(filter.split(','))]

/** What the figures of a report are limited to. A filter that the report does not declare is refused; each may be left out. */
export const reportFilterShape = {
  flow: z.enum(flows, 'choice').optional(),
  channelId: ids.optional(),
  orgId: ids.optional(),
  planId: ids.optional(),
  productId: ids.optional(),
  /** A province, city or district, with all that is within it. */
  cityCode: regionCode.optional(),
}
export type ReportFilterName = keyof typeof reportFilterShape
export const reportFilterNames = Object.keys(reportFilterShape) as ReportFilterName[]
/** The values of these filters. */
export type ReportFilterValues = Partial<Record<ReportFilterName, string>>

/** The names of the records that filters are about, divided by `、`; null for those that are gone or not filtered by. */
export const reportFilterTitles = {
  channelName: z.string().nullable(),
  orgName: z.string().nullable(),
  planName: z.string().nullable(),
  productName: z.string().nullable(),
}
