import { matchRunWords } from '@kabao/contract/supply/match-run.words'
import { useWords } from '#kit'

type Rule = keyof typeof matchRunWords.tree.rule
const isRule = (rule: string): rule is Rule => rule in matchRunWords.tree.rule

/** Says a rule of the match; one that this console does not know yet by its name. */
export function useRuleText(): (rule: string) => string {
  const { t } = useWords(matchRunWords)
  return (rule) => (isRule(rule) ? t(`rule.${rule}`) : rule)
}
