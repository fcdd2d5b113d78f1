import type * as z from 'zod'
import type { FieldProblems } from './envelope.ts'
import { inLanguage, type Language } from './language.ts'
import { problemWords } from './problem.words.ts'

/** A word of `problemWords`: what a schema's message or a refusal names. */
export type Problem = keyof typeof problemWords.tree

export const isProblem = (key: string): key is Problem => Object.hasOwn(problemWords.tree, key)

/** The sentence for a problem. */
export const wordProblem = (problem: Problem, language: Language): string =>
  inLanguage(problemWords.tree[problem], language)

/** A sentence for each field that a schema refused; the first problem of a field wins. The whole body is the field ``. */
export function wordIssues(issues: readonly z.core.$ZodIssue[], language: Language): FieldProblems {
  const fields: FieldProblems = {}
  for (const issue of issues) {
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of names) fields[path.join('.')] ??= wordProblem(problemOf(issue), language)
  }
  return fields
}

function problemOf(issue: z.core.$ZodIssue): Problem {
  if (isProblem(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type'
    case 'unrecognized_keys':
      return 'unknownField'
    case 'invalid_value':
      return 'choice'
    case 'too_small':
    case 'too_big':
      return 'range'
    default:
      return 'type'
  }
}
