import { matchRunWords } from '@kabao/contract/supply/match-run.words'
import { type RankedPlan, worthOf } from '@kabao/contract/supply/plan-worth'
import { formatFen, formatShare } from '#kit/format.ts'
import { useWords } from '#kit/words/words.ts'

/** Says what one person was worth to a plan, and of what that is made: `¥53.00 × 41% = ¥21.73`. */
export function useWorthText(): (plan: Pick<RankedPlan, 'priceFen' | 'rateBp'>) => string {
  const { t, language } = useWords(matchRunWords)
  return (plan) =>
    t('worth', {
      price: formatFen(plan.priceFen, language),
      rate: formatShare(plan.rateBp, language),
      worth: formatFen(worthOf(plan), language),
    })
}
