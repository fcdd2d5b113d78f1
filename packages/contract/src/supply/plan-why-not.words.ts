import { words } from '../kernel/language.ts'

/** The texts of why people did not go to a plan, apart from those of the page, because only the details show them. */
export const planWhyNotWords = words('planWhyNot', {
  title: ['未推送的原因', 'Why people were not pushed'],
  none: ['最近七天没有未推送的用户。', 'Nobody in the last seven days.'],
  rule: ['不符合的第一条规则', 'First rule that did not fit'],
  today: ['今日', 'Today'],
  week: ['近七天', 'Seven days'],
  examples: ['最近的用户：{{rule}}', 'Latest people: {{rule}}'],
  nobody: ['您的数据范围内没有用户。', 'Nobody in your data scope.'],
  person: ['用户', 'User'],
  at: ['匹配时间', 'Matched at'],
  worth: ['本计划与先推送的计划的价值', 'Worth of this plan, and of the one that went first'],
})
