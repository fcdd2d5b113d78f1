import * as z from 'zod'
import { narrow } from './typed/marks.ts'

/** What the regions are, see packages/region. */
export interface KnownRegions {
  /** Whether a code is of a region that exists or existed. */
  isRegion(code: string): boolean
  /** The city of today that a code means; null if it means none. */
  wholeCity(code: string): string | null
}

let known: KnownRegions = { isRegion: () => true, wholeCity: (code) => code }

/**
 * Sets what the regions are. Their list is larger than a page, so here the schemas know only the form of a code; the server sets this
 * before it reads a request, and refuses the other codes.
 */
export function knowRegions(regions: KnownRegions): void {
  known = regions
}

/** Whether each of these codes, separated by commas, is of a region that exists or existed. */
export const areKnownRegions = (codes: string): boolean =>
  codes === '' || codes.split(',').every((code) => known.isRegion(code))

/** Any region that exists or existed, by its six-digit code. */
export const regionCode = z
  .string('required')
  .overwrite((typed) => (/^\d{6}$/.test(typed) ? typed : narrow(typed)))
  .max(6, 'region')
  .regex(/^[1-9]\d{5}$/, { error: 'region', abort: true })
  .refine((code) => known.isRegion(code), 'noSuchRegion')

/** A city by its six-digit code; a municipality is its only city. The code of a province is refused with a sentence of its own. */
const cityCode = z
  .string('required')
  .max(6, 'region')
  .regex(/^[1-9]\d{3}00$/, { error: 'region', abort: true })
  .refine((code) => !code.endsWith('0000'), { error: 'cityOnly', abort: true })

/** Different cities. A former code of a city becomes that of today. */
export const cityCodes = z
  .array(cityCode)
  .max(400, 'tooMany')
  .refine((codes) => new Set(codes).size === codes.length, 'taken')
  .refine((codes) => codes.every((code) => known.wholeCity(code) !== null), 'noSuchCity')
  .overwrite((codes) => [...new Set(codes.map((code) => known.wholeCity(code) ?? code))])
