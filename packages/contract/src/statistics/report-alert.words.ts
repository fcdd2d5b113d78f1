import { words } from '../kernel/language.ts'

/** The texts of alerts on figures of reports. */
export const reportAlertWords = words('reportAlert', {
  title: ['我的提醒', 'My alerts'],
  everybody: ['全部提醒', 'All alerts'],
  button: ['提醒', 'Alerts'],
  add: ['添加提醒', 'Add alert'],
  new: ['添加数据提醒', 'Add alert'],
  edit: ['编辑数据提醒', 'Edit alert'],
  ofReport: ['此报表的提醒', 'Alerts of this report'],
  all: ['查看全部', 'View all'],
  none: [
    '还没有提醒。数字超出界限，或与以往同一星期几相差过大时，会发消息告诉您。',
    'No alerts yet. You get a message when a figure passes a bound, or differs too much from the same weekdays before.',
  ],
  field: {
    report: ['报表', 'Report'],
    name: ['名称', 'Name'],
    figure: ['指标', 'Figure'],
    watched: ['监控范围', 'Watches'],
    condition: ['条件', 'Condition'],
    bound: ['界限', 'Bound'],
    percent: ['幅度', 'By at least'],
    every: ['检查时间', 'Checked'],
    recipients: ['同时通知', 'Also notify'],
    isOn: ['启用', 'On'],
    state: ['状态', 'Status'],
    last: ['最近一次检查', 'Last check'],
    toldAt: ['最近提醒', 'Last alert'],
    ownerName: ['创建人', 'Created by'],
    createdAt: ['创建时间', 'Created at'],
  },
  condition: {
    above: ['高于', 'Above'],
    below: ['低于', 'Below'],
    up: ['比以往上升', 'Higher than usual'],
    down: ['比以往下降', 'Lower than usual'],
  },
  rule: {
    above: ['高于 {{bound}}', 'above {{bound}}'],
    below: ['低于 {{bound}}', 'below {{bound}}'],
    up: ['比前四个同星期几的平均上升 {{bound}} 以上', 'at least {{bound}} above the last four same weekdays'],
    down: [
      '比前四个同星期几的平均下降 {{bound}} 以上',
      'at least {{bound}} below the last four same weekdays',
    ],
  },
  every: {
    hour: ['每个整点', 'Each hour'],
    day: ['每天结束后', 'After each day'],
  },
  hint: {
    hour: [
      '每个整点检查当天到那时的合计；与以往比较时，比较同样的几个小时。',
      'At each full hour the day until then is checked. Other days are compared until the same hour.',
    ],
    day: ['业务日结束后检查全天的合计。', 'The whole day is checked after it is over.'],
    recipients: [
      '只有能查看此报表、且数据范围不小于您的人可以选择。',
      'Only those who can view this report and see at least what you see.',
    ],
    unknown: ['数字未知时不提醒。', 'No alert while the figure is unknown.'],
  },
  state: {
    on: ['启用', 'On'],
    off: ['停用', 'Off'],
    silent: ['不再提醒', 'Silent'],
  },
  silentWhy: [
    '创建人已停用，或不再能查看此报表。',
    'Its owner is disabled, or may not view this report any more.',
  ],
  everything: ['全部数据', 'Everything'],
  unknown: ['未知', 'unknown'],
  try: {
    label: ['试算', 'Try it'],
    text: ['{{period}}：{{value}}', '{{period}}: {{value}}'],
    base: ['前四个同星期几平均 {{base}}', 'The last four same weekdays: {{base}} on average'],
    isMet: ['会提醒', 'This would alert'],
    isNotMet: ['不会提醒', 'This would not alert'],
    day: ['{{day}} 全天', '{{day}}, whole day'],
    hour: ['{{day}} 截至 {{time}}', '{{day}} until {{time}}'],
  },
  checks: {
    title: ['检查记录', 'Checks'],
    none: ['还没有检查过', 'Not checked yet'],
    told: ['已提醒 {{count}} 人', 'Notified {{count}} {{count, person|people}}'],
    goesOn: ['持续中，不重复提醒', 'Goes on, no further alert'],
    fine: ['正常', 'OK'],
  },
  noLonger: ['{{name}}（已无权限）', '{{name}} (no longer permitted)'],
  turned: { on: ['提醒已启用', 'Alert turned on'], off: ['提醒已停用', 'Alert turned off'] },
  action: {
    open: ['查看报表', 'View report'],
    checks: ['检查记录', 'Checks'],
    edit: ['编辑', 'Edit'],
    on: ['启用', 'Turn on'],
    off: ['停用', 'Turn off'],
    remove: ['删除', 'Delete'],
  },
  remove: {
    title: ['删除提醒“{{name}}”？', 'Delete the alert “{{name}}”?'],
    text: ['检查记录也会删除。', 'Its checks are deleted too.'],
    done: ['提醒已删除', 'Alert deleted'],
  },
  stop: {
    title: ['停用提醒“{{name}}”？', 'Turn off the alert “{{name}}”?'],
    text: ['它属于 {{owner}}，停用后由本人重新启用。', 'It belongs to {{owner}}, who can turn it on again.'],
    done: ['提醒已停用', 'Alert turned off'],
  },
  message: {
    title: ['数据提醒：{{name}}', 'Alert: {{name}}'],
    text: [
      '{{report}} · {{figure}}：{{period}} 为 {{value}}，{{rule}}。',
      '{{report}} · {{figure}}: {{value}} ({{period}}), {{rule}}.',
    ],
    compared: [
      '{{report}} · {{figure}}：{{period}} 为 {{value}}，以往平均 {{base}}，{{rule}}。',
      '{{report}} · {{figure}}: {{value}} ({{period}}), usually {{base}}, {{rule}}.',
    ],
  },
})
