import {
  codes,
  type Failure,
  fill,
  inLanguage,
  type Language,
  type Success,
  type Waiting,
  type Words,
  wordProblem,
} from '@kabao/contract'
import { ssoProblemWords } from '@kabao/contract/access/sso-problem.words'
import { crmProblemWords } from '@kabao/contract/crm/crm-problem.words'
import { commonWords } from '@kabao/contract/kernel/common.words'
import { reviewProblemWords } from '@kabao/contract/ledger/review-problem.words'
import { intakeProblemWords } from '@kabao/contract/partners/open-problem.words'
import type { CommonKey, Problem } from '../base/problem.ts'

const sentences = {
  ...commonWords.tree,
  ...crmProblemWords.tree,
  ...ssoProblemWords.tree,
  ...intakeProblemWords.tree,
  ...reviewProblemWords.tree,
}

export const succeeded = <T>(data: T, language: Language): Success<T> => ({
  code: codes.success,
  desc: inLanguage(commonWords.tree.success, language),
  data,
})

/** A failure outside the handlers' refusals: an unknown path, a crash. */
export function failed(
  code: Failure['code'],
  words: CommonKey,
  language: Language,
  data: Failure['data'] = null,
): Failure {
  const values: Record<string, string> = data?.requestId === undefined ? {} : { requestId: data.requestId }
  return worded(code, fill(inLanguage(sentences[words], language), values), data)
}

export function refused(problem: Problem, language: Language): Failure {
  const { fields, sentences: said, values, texts = {}, current } = problem.details
  const named = Object.entries(texts).map(([name, words]) => [name, inLanguage(words, language)])
  const desc = fill(inLanguage(sentences[problem.words], language), {
    ...values,
    ...Object.fromEntries(named),
  })
  const waiting = waitingOf(problem)
  if (!fields && !said && !waiting && current === undefined) return worded(problem.code, desc, null)
  const entries = Object.entries(fields ?? {}).map(([field, key]) => [
    field,
    fill(wordProblem(key, language), values),
  ])
  const inWords = Object.entries(said ?? {}).map(([field, words]) => [field, inLanguage(words, language)])
  return worded(problem.code, desc, {
    ...((fields || said) && { fields: Object.fromEntries([...entries, ...inWords]) }),
    ...(current !== undefined && { current }),
    ...waiting,
  })
}

/** When a refused request may be sent again: what its sentence says, for a machine; null if it says nothing. */
export function waitingOf({ code, details: { values } }: Problem): Waiting | null {
  if (code !== codes.tooManyRequests && code !== codes.unexpected) return null
  const { seconds, opensAt } = values ?? {}
  if (typeof opensAt === 'string') return { opensAt }
  return typeof seconds === 'number' ? { retryAfterSeconds: seconds } : null
}

/** What a refusal says of one row, in every language: the sentence at its first field, else that of the whole. */
export function wordsOf(problem: Problem): Words {
  const said = (language: Language) => {
    const { desc, data } = refused(problem, language)
    return Object.values(data?.fields ?? {})[0] ?? desc
  }
  return [said('zh-CN'), said('en-US')]
}

/** Invalid input, with sentences made from the schema's issues. @param more how many further fields are invalid */
export const invalidInput = (
  { fields, more }: { fields: Record<string, string>; more: number },
  language: Language,
): Failure => {
  const { invalid, invalidMore } = commonWords.tree
  const desc = fill(inLanguage(more > 0 ? invalidMore : invalid, language), { count: more })
  return worded(codes.invalid, desc, { fields })
}

const worded = (code: Failure['code'], desc: string, data: Failure['data']): Failure => ({
  code,
  status: 'fail',
  desc,
  msg: desc,
  data,
})
