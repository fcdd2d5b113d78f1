import * as z from 'zod'
import { cutText } from '../kernel/kernel.ts'

export const errorSources = ['console', 'h5', 'server', 'partner'] as const
export type ErrorSource = (typeof errorSources)[number]
export const errorLevels = ['error', 'warning', 'info'] as const
export type ErrorLevel = (typeof errorLevels)[number]

/** The build of a page: at most 60 letters, digits and `. _ + -`; other characters are removed. */
export const reportedRelease = cutText(60).transform((text) => text.replace(/[^\w.+-]/g, ''))

/** The longest name of a release, in characters. */
export const release = z
  .string('required')
  .max(60, 'tooLong')
  .regex(/^[\w.+-]+$/, 'release')
