import { words } from '../kernel/language.ts'

/** The caps of organizations, and of plans by channel. */
export const capLimitWords = words('capLimit', {
  title: { org: ['接收上限', 'Caps'], channel: ['渠道上限', 'Caps by channel'] },
  hint: {
    org: [
      '对机构的全部计划合计生效；留空表示不限。',
      'They hold for all plans of the organization together. Leave empty for unlimited.',
    ],
    channel: [
      '一个渠道送到本计划的上限，与计划自身的上限同时生效。',
      'What one channel may bring to the plan, beside the plan’s own caps.',
    ],
  },
  none: ['没有渠道上限', 'No caps by channel'],
  span: {
    hour: ['每小时', 'Per hour'],
    day: ['每日', 'Per day'],
    month: ['每月', 'Per month'],
    all: ['总计', 'In all'],
  },
  unlimited: ['不限', 'unlimited'],
  used: ['已用 {{used}} / {{most}}', '{{used}} of {{most}} used'],
  edit: ['编辑上限', 'Edit caps'],
  field: {
    channelId: ['渠道', 'Channel'],
    span: ['周期', 'Span'],
    most: ['人数上限', 'People'],
    mostFen: ['预算（元）', 'Budget (CNY)'],
  },
  row: ['第 {{nth}} 行', 'Row {{nth}}'],
  add: ['添加上限', 'Add cap'],
  remove: ['删除第 {{nth}} 行', 'Remove row {{nth}}'],
  save: ['保存', 'Save'],
  cancel: ['取消', 'Cancel'],
  saved: ['上限已保存', 'Caps saved'],
})
