import * as z from 'zod'

export const errorSources = ['console', 'h5', 'server', 'partner'] as const
export type ErrorSource = (typeof errorSources)[number]
export const errorLevels = ['error', 'warning', 'info'] as const
export type ErrorLevel = (typeof errorLevels)[number]

/** An error report is not refused for its form: a long text is cut, and characters that cannot be stored are removed. */
export const cut = (max: number) =>
  z
    .string()
    .max(16_000, 'tooLong')
    .transform((text) => text.slice(0, max).replace(unstorable, ''))

/** NUL and lone surrogates. */
export const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** The build of a page: at most 60 letters, digits and `. _ + -`; other characters are removed. */
export const reportedRelease = cut(60).transform((text) => text.replace(/[^\w.+-]/g, ''))

/** The longest name of a release, in characters. */
export const release = z
  .string('required')
  .max(60, 'tooLong')
  .regex(/^[\w.+-]+$/, 'release')
