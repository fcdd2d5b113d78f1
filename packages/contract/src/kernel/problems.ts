import type * as z from 'zod'
import type { FieldProblems } from './envelope.ts'
import { inLanguage, type Language } from './language.ts'
import { problemWords } from './problem.words.ts'

/** A key of `problemWords`, which a schema's message names. All keys that a refusal can name are in `service-problems.ts`. */
export type SchemaProblem = keyof typeof problemWords.tree

export const isSchemaProblem = (key: string): key is SchemaProblem => Object.hasOwn(problemWords.tree, key)

/** The sentence for a problem that a schema found. */
export const wordSchemaProblem = (problem: SchemaProblem, language: Language): string =>
  inLanguage(problemWords.tree[problem], language)

/** The most fields that one response names; a person fixes no more at once, and a sender may invent any number of them. */
export const maxNamedFields = 20

/** One sentence for each field that a schema refused: the field's first problem. The whole body is the field ``. */
export const wordIssues = (issues: readonly z.core.$ZodIssue[], language: Language): FieldProblems =>
  nameIssues(issues, language).fields

/** The sentence for what a schema found; null for the general one. */
export type Wording = (issue: z.core.$ZodIssue, language: Language) => string | null
const wordMessage: Wording = ({ message }, language) =>
  isSchemaProblem(message) ? wordSchemaProblem(message, language) : null

/**
 * Like `wordIssues`.
 * @param wording the sentences; the service also has those of what only it checks (`wordServiceIssue`)
 * @returns also how many fields beyond `maxNamedFields` were refused and are not named
 */
export function nameIssues(
  issues: readonly z.core.$ZodIssue[],
  language: Language,
  wording: Wording = wordMessage,
): { fields: FieldProblems; more: number } {
  const fields: FieldProblems = {}
  const others = new Set<string>()
  let named = 0
  let unknown = 0
  const name = (path: PropertyKey[], sentence: string) => {
    const field = path.join('.')
    if (Object.hasOwn(fields, field)) return
    if (named === maxNamedFields) return void others.add(field)
    named++
    fields[field] = sentence
  }
  for (const issue of issues) {
    const sentence = wording(issue, language) ?? wordSchemaProblem(problemOf(issue), language)
    if (issue.code !== 'unrecognized_keys') {
      name(issue.path, sentence)
      continue
    }
    const shown = issue.keys.slice(0, maxNamedFields - named)
    for (const key of shown) name([...issue.path, key], sentence)
    // Every key is in the map once, so the rest can be skipped.
    unknown += issue.keys.length - shown.length
  }
  return { fields, more: others.size + unknown }
}

function problemOf(issue: z.core.$ZodIssue): SchemaProblem {
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
