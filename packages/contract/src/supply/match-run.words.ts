import { words } from '../kernel/language.ts'
import { planPageWords } from './plan-page.words.ts'

/** The runs of the match for one user. */
export const matchRunWords = words('matchRun', {
  title: ['匹配过程', 'Match runs'],
  none: ['还没有匹配过', 'Not matched yet'],
  chosen: ['选择了计划：{{name}}', 'Chose the plan {{name}}'],
  /** The user waits for a plan, or several organizations are asked first. */
  notYet: ['尚未选定计划', 'No plan chosen yet'],
  nobody: ['没有可推送的计划', 'No plan fits'],
  gone: ['已删除的计划 {{id}}', 'Deleted plan {{id}}'],
  outranked: [
    '{{count}} 个计划符合，但排在“{{name}}”（{{worth}}）之后',
    '{{count}} {{count, plan|plans}} fit, but came after {{name}} ({{worth}})',
  ],
  /** Price, acceptance rate and what follows: what one person is worth. */
  worth: ['{{price}} × 接收率 {{rate}} = {{worth}}', '{{price}} × {{rate}} accepted = {{worth}}'],
  others: ['{{count}} 个计划不符合', '{{count}} {{count, plan|plans}} did not fit'],
  wanted: ['要求：{{value}}', 'Wanted: {{value}}'],
  seen: ['当时：{{value}}', 'Seen: {{value}}'],
  unknown: ['未知', 'unknown'],
  any: ['不限', 'any'],
  range: ['{{from}} 至 {{to}}', '{{from}} to {{to}}'],
  seconds: ['{{count}} 秒', '{{count}} {{count, second|seconds}}'],
  days: ['{{count}} 天', '{{count}} {{count, day|days}}'],
  probe: ['{{at}} 之后再试', 'tried again after {{at}}'],
  /** The first rule that did not fit. */
  rule: {
    ...planPageWords.tree.rule,
    connection: ['机构尚未对接', 'No connection template'],
    breaker: ['机构暂时不可用（已熔断）', 'Organization out of reach (breaker open)'],
    sameOrg: ['同一机构的其他计划已被选择', 'Another plan of the organization was chosen'],
  },
})
