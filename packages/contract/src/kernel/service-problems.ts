import { fill, inLanguage, type Language } from './language.ts'
import { numberWords } from './number.words.ts'
import { problemWords } from './problem.words.ts'
import type { Wording } from './problems.ts'
import { serviceProblemWords } from './service-problem.words.ts'

const tree = { ...problemWords.tree, ...numberWords.tree, ...serviceProblemWords.tree }

/** The errors that a refusal or a report can name at a field. Apart from `problems.ts`, which the console loads with every list. */
export type Problem = keyof typeof tree

export const isProblem = (key: string): key is Problem => Object.hasOwn(tree, key)

/** The sentence for a problem. */
export const wordProblem = (problem: Problem, language: Language): string =>
  inLanguage(tree[problem], language)

/** The sentence for what a schema found, with the type that was expected; null for the general one. For `nameIssues`. */
export const wordServiceIssue: Wording = (issue, language) => {
  const { message } = issue
  // A field that is missing has no input.
  if (issue.code === 'invalid_type' && issue.input !== undefined && issue.input !== null) {
    const type = expectedTypes[issue.expected]
    if (type && (!isProblem(message) || message === 'required' || message === 'type'))
      return wordProblem(type, language)
  }
  return isProblem(message) ? wordProblem(message, language) : null
}

const expectedTypes: Readonly<Record<string, Problem>> = {
  string: 'typeText',
  number: 'typeNumber',
  int: 'typeNumber',
  boolean: 'typeBoolean',
  array: 'typeList',
  object: 'typeObject',
}

/** What a person chooses in the console, a program sends as it is stored. */
const exactForms: Readonly<Record<string, Problem>> = {
  id: 'exactId',
  instant: 'exactInstant',
  region: 'exactRegion',
}

/** The same for programmers, who send a value as it is stored: it says its form, the bounds and the choices too. */
export const wordExactIssue: Wording = (issue, language) => {
  const { message } = issue
  const say = (problem: Problem, values: Record<string, string | number>) =>
    fill(wordProblem(problem, language), values)
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    if (message === 'tooLong') return say('longest', { max })
    if (message === 'tooMany') return say('most', { max })
    if (message === 'range') return say('notAbove', { max })
  }
  if (issue.code === 'too_small' && message === 'range') return say('least', { min: Number(issue.minimum) })
  if (issue.code === 'invalid_value' && message === 'choice')
    return say('oneOf', { values: issue.values.join(', ') })
  const form = exactForms[message]
  return form ? wordProblem(form, language) : wordServiceIssue(issue, language)
}
