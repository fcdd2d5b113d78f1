import { inLanguage, type Language } from './language.ts'
import { numberWords } from './number.words.ts'
import { problemWords } from './problem.words.ts'
import { serviceProblemWords } from './service-problem.words.ts'

const tree = { ...problemWords.tree, ...numberWords.tree, ...serviceProblemWords.tree }

/** The errors that a refusal or a report can name at a field. Apart from `problems.ts`, which the console loads with every list. */
export type Problem = keyof typeof tree

export const isProblem = (key: string): key is Problem => Object.hasOwn(tree, key)

/** The sentence for a problem. */
export const wordProblem = (problem: Problem, language: Language): string =>
  inLanguage(tree[problem], language)

/** The sentence that the message of a schema names; null if it names none. For `nameIssues`. */
export const wordServiceMessage = (message: string, language: Language): string | null =>
  isProblem(message) ? wordProblem(message, language) : null
