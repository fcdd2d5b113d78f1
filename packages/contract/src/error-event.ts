import * as z from 'zod'
import { area } from './kernel.ts'

export const errorLevels = ['error', 'warning', 'info'] as const

/** An error report is not refused for its form: a long text is cut, and characters that cannot be stored are removed. */
export const cut = (max: number) =>
  z
    .string()
    .max(16_000, 'tooLong')
    .transform((text) => text.slice(0, max).replace(unstorable, ''))

/** NUL and lone surrogates. */
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

export const errorEvent = area('errorEvent', {
  report: {
    method: 'POST',
    path: '/errors',
    kind: 'write',
    quiet: true,
    access: 'anyone',
    audited: false,
    summary: ['上报错误', 'Report an error'],
    body: z.strictObject({
      level: z.enum(errorLevels, 'choice').default('error'),
      name: cut(120),
      message: cut(2_000),
      stack: cut(8_000).default(''),
      url: cut(500).default(''),
    }),
    answer: z.null(),
  },
})
