import { fill, inLanguage, type Language } from '@kabao/contract/kernel/language'
import { riskWords } from '@kabao/contract/users/risk.words'
import type { UserDetail } from '@kabao/contract/users/user'

/** A risk report derived from the row: the higher the level, the more rules hit. */
export function judge({ id, riskLevel }: UserDetail, language: Language) {
  const level = riskLevel ?? 'low'
  const hits = { low: 0, medium: 2, high: 4 }[level]
  const rules = Object.entries(riskWords.tree).map(([code, texts], index) => ({
    code,
    name: inLanguage(texts.name, language),
    hit: index < hits,
    detail: fill(inLanguage(index < hits ? texts.hit : texts.clear, language), example),
  }))
  return { level, score: { low: 80, medium: 430, high: 780 }[level] + (Number(id) % 90), rules }
}

/** The numbers in the sentences of the rules. */
const example = new Proxy({}, { has: () => true, get: () => 3 }) as Record<string, number>
