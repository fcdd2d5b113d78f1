import { fill, inLanguage, type Language } from '@kabao/contract'
import { riskWords } from '@kabao/contract/users/risk.words'
import type { RiskLevel, RiskType } from '@kabao/contract/users/user'
import type { Db } from '#platform/db/client'
import { databaseDate } from '#platform/db/now'
import type { RiskProvider, RiskSubject } from '../provider.ts'
import { type Known, type RiskFacts, readFacts } from './facts.ts'
import { highFrom, mediumFrom, rules } from './rules.ts'

const unlisted: RiskFacts['blacklisted'] = new Set()

/** Our own provider: judges the stored facts by our own rules. */
export const ownRiskProvider = (db: Db, known: Known): RiskProvider => ({
  report: async (subject, type, language) => {
    const [facts] = await readFacts(db, known, [subject])
    return { ...judge(facts as RiskFacts, type, language), checkedAt: databaseDate().toISOString() }
  },
  levels: (subjects) =>
    riskLevelsOf(
      db,
      known,
      subjects,
      subjects.map(() => unlisted),
    ),
})

/**
 * The risk level that a whole report of our own provider gives each of these people now, in their order.
 * @param blacklisted which values of each are on the blacklist, if that was looked up already
 */
export async function riskLevelsOf(
  db: Db,
  known: Known,
  people: readonly RiskSubject[],
  blacklisted?: readonly RiskFacts['blacklisted'][],
): Promise<RiskLevel[]> {
  return (await readFacts(db, known, people, blacklisted)).map(levelUnder)
}

/** The level of a whole report on these facts. */
export const levelUnder = (facts: RiskFacts): RiskLevel =>
  levelOf(scoreOf(rules.filter((rule) => rule.hits(facts))))

/** The score (0–1000), the level, and for each rule whether it hit, in the reader's language. */
export function judge(facts: RiskFacts, type: RiskType | 'all', language: Language) {
  const asked = rules.filter((rule) => type === 'all' || rule.type === type)
  const hits = asked.filter((rule) => rule.hits(facts))
  const score = scoreOf(hits)
  return { score, level: levelOf(score), rules: asked.map((rule) => word(rule, hits.includes(rule))) }

  function word(rule: (typeof rules)[number], hit: boolean) {
    const texts = riskWords.tree[rule.code]
    const values = rule.values?.(facts) ?? {}
    const detail =
      hit || rule.values
        ? fill(inLanguage(hit ? texts.hit : texts.clear, language), values)
        : inLanguage(texts.clear, language)
    return { code: rule.code, name: inLanguage(texts.name, language), hit, detail }
  }
}

const scoreOf = (hits: readonly { weight: number }[]): number =>
  Math.min(
    1000,
    hits.reduce((sum, rule) => sum + rule.weight, 0),
  )

function levelOf(score: number): RiskLevel {
  if (score >= highFrom) return 'high'
  return score >= mediumFrom ? 'medium' : 'low'
}
