import * as z from 'zod'

/** Any region by its six-digit code, as in packages/region. */
export const regionCode = z
  .string('required')
  .max(6, 'region')
  .regex(/^[1-9]\d{5}$/, 'region')

/** A city by its six-digit code; a municipality is its only city. The code of a province is refused with a sentence of its own. */
export const cityCode = z
  .string('required')
  .max(6, 'region')
  .regex(/^[1-9]\d{3}00$/, 'region')
  .refine((code) => !code.endsWith('0000'), 'cityOnly')
