import { words } from './language.ts'
import { planPageWords } from './plan-page.words.ts'

/** The runs of the match for one user. */
export const matchRunWords = words('matchRun', {
  title: ['匹配过程', 'Match runs'],
  none: ['还没有匹配过', 'Not matched yet'],
  chosen: ['选择了计划：{{name}}', 'Chose the plan {{name}}'],
  nobody: ['没有可推送的计划', 'No plan fits'],
  gone: ['已删除的计划 {{id}}', 'Deleted plan {{id}}'],
  others: ['{{count}} 个计划不符合', '{{count}} {{count, plan|plans}} did not fit'],
  wanted: ['要求：{{value}}', 'Wanted: {{value}}'],
  seen: ['当时：{{value}}', 'Seen: {{value}}'],
  unknown: ['未知', 'unknown'],
  any: ['不限', 'any'],
  range: ['{{from}} 至 {{to}}', '{{from}} to {{to}}'],
  days: ['{{count}} 天', '{{count}} {{count, day|days}}'],
  probe: ['{{at}} 之后再试', 'tried again after {{at}}'],
  /** The first rule that did not fit. */
  rule: {
    ...planPageWords.tree.rule,
    connection: ['机构尚未对接', 'No connection template'],
    breaker: ['机构暂时不可用（已熔断）', 'Organization out of reach (breaker open)'],
    offers: ['已有足够的机构报价', 'Enough organizations were asked'],
    sameOrg: ['同一机构的其他计划已被选择', 'Another plan of the organization was chosen'],
  },
})
