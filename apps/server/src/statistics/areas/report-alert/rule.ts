import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { AlertCondition } from '@kabao/contract/statistics/report-alert'

export interface Rule {
  figure: FigureName
  condition: AlertCondition
  /** In the unit of the figure, a rate in basis points; of a deviation basis points. */
  bound: number
}

const isShare = ({ figure, condition }: Rule): boolean =>
  condition === 'up' || condition === 'down' || figures[figure].format === 'rate'

/** The bound in the form of the values: of a share, a share of 1. */
export const boundOf = (rule: Rule): number => (isShare(rule) ? rule.bound / 10_000 : rule.bound)

/** Whether the condition holds; what is not known never does. */
export function isMet(rule: Rule, { value, base }: { value: number | null; base: number | null }): boolean {
  const bound = boundOf(rule)
  if (value === null) return false
  if (rule.condition === 'above') return value > bound
  if (rule.condition === 'below') return value < bound
  if (base === null) return false
  const change = (value - base) / Math.abs(base)
  // The smallest difference of two basis points, so that 20% of a binary fraction is 20%.
  const least = bound - 1e-9
  return rule.condition === 'up' ? change >= least : change <= -least
}
