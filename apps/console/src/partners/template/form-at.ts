import type { FieldProblems } from '@kabao/contract/kernel/envelope'
import type { Language } from '@kabao/contract/kernel/language'
import { wordIssues } from '@kabao/contract/kernel/problems'
import * as z from 'zod/mini'

/** The values of a template by path, such as `stages.create.url`, while it is typed, and the sentence at each path. */
export interface FormAt {
  at: (path: string) => unknown
  set: (path: string, value: unknown) => void
  errorAt: (path: string) => string | undefined
}

/** Issues with which every part is still there, so that fields can show and mend them. */
const mendable = new Set(['too_small', 'too_big', 'invalid_format'])

export type ReadTemplate<T> =
  /** `problems`: the sentences at values that are out of bounds. */
  | { template: T; problems: FieldProblems }
  /** The line where it is no JSON; else what does not fit the form of a template. */
  | { template: null; line: number | null; problems: FieldProblems }

/** The template in a JSON text. */
export function readTemplate<T>(
  schema: z.core.$ZodType<T>,
  text: string,
  language: Language,
): ReadTemplate<T> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { template: null, line: lineOf(text, String(error)), problems: {} }
  }
  const read = z.safeParse(schema, value)
  if (read.success) return { template: read.data, problems: {} }
  const { issues } = read.error
  const problems = wordIssues(issues, language)
  return issues.every(({ code }) => mendable.has(code))
    ? { template: value as T, problems }
    : { template: null, line: null, problems }
}

/** The line at which `JSON.parse` failed, from its message: `… at position 17`. Without a position, the last line. */
function lineOf(text: string, message: string): number {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
  return text.slice(0, position).split('\n').length
}

export const writeTemplate = (template: unknown): string => JSON.stringify(template, null, 2)

/** The value at a path; undefined if there is none. */
export const valueAt = (node: unknown, path: string): unknown =>
  path.split('.').reduce((at: unknown, name) => (at as Record<string, unknown> | null)?.[name], node)

/** A copy with another value at a path; `undefined` removes it. */
export function withValue(node: unknown, path: string, value: unknown): unknown {
  const [name = '', ...rest] = path.split('.')
  const before = node as Record<string, unknown>
  const next = rest.length === 0 ? value : withValue(before[name], rest.join('.'), value)
  if (Array.isArray(node)) return node.map((each, index) => (String(index) === name ? next : each))
  if (next !== undefined) return { ...before, [name]: next }
  const { [name]: _, ...others } = before
  return others
}
