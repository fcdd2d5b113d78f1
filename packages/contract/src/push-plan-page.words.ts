import { words } from './language.ts'

/** The texts of the page of push plans, besides the names of their fields. */
export const pushPlanPageWords = words('pushPlanPage', {
  tabs: ['按状态查看', 'By status'],
  copyOf: ['{{name}} 副本', 'Copy of {{name}}'],
  any: ['不限', 'Any'],
  and: ['、', ', '],
  registered: ['注册时间', 'Registered'],
  registeredFrom: ['{{from}} 起', 'From {{from}}'],
  registeredTo: ['{{to}} 之前', 'Before {{to}}'],
  registeredBoth: ['{{from}} 至 {{to}} 之前', 'From {{from}} to before {{to}}'],
  section: {
    basic: ['基本信息', 'Basics'],
    audience: ['人群', 'Audience'],
    sending: ['发送', 'Sending'],
    record: ['记录', 'Record'],
  },
  hint: {
    name: ['名称的一部分', 'Part of the name'],
    plan: ['输入计划或机构名称', 'Plan or organization name'],
    channel: ['输入渠道名称或编码', 'Name or code'],
    any: ['留空表示不限', 'Leave empty for any'],
    cap: ['留空表示全部人群', 'Leave empty for the whole audience'],
    perMinute: ['每分钟最多发送的人数', 'The most people sent in a minute'],
    dailyAt: ['例如 09:30', 'For example 09:30'],
  },
  audience: {
    title: ['人群人数', 'Size of the audience'],
    incomplete: ['选择计划后显示符合条件的人数', 'Choose a plan to count its audience'],
    counting: ['正在统计…', 'Counting…'],
    count: ['符合条件的用户 {{count}} 人', '{{count}} {{count, user meets|users meet}} the conditions'],
    more: [
      '符合条件的用户超过 {{count}} 人',
      'More than {{count}} {{count, user meets|users meet}} the conditions',
    ],
    nobody: ['没有符合条件的用户', 'No user meets the conditions'],
    failed: ['人数统计失败', 'The audience could not be counted'],
    again: ['重新统计', 'Count again'],
    sent: ['最多发送其中 {{cap}} 人', 'At most {{cap}} of them are sent'],
    now: ['这是现在的人数，发送时重新统计。', 'This is the number now. It is counted again when it is sent.'],
  },
  progress: {
    title: ['进度', 'Progress'],
    none: ['发送功能尚未开通，尚未推送任何用户。', 'Sending is not available yet. Nobody has been pushed.'],
    cancelled: ['已取消，不会推送任何用户。', 'Canceled. Nobody is pushed.'],
  },
  records: ['所属计划的推送记录', 'Push records of its plan'],
  detail: ['推送计划详情', 'Push plan'],
  fixed: ['只有草稿可以编辑', 'Only a draft can be edited.'],
  action: {
    open: ['详情', 'Details'],
    edit: ['编辑', 'Edit'],
    copy: ['复制为新推送计划', 'Copy as new'],
    remove: ['删除', 'Delete'],
    removeMany: ['批量删除', 'Delete'],
  },
  remove: {
    title: ['删除推送计划“{{name}}”？', 'Delete “{{name}}”?'],
    text: ['删除后无法恢复。', 'This cannot be undone.'],
    titleMany: [
      '删除选中的 {{count}} 个推送计划？',
      'Delete {{count}} selected {{count, push plan|push plans}}?',
    ],
    textMany: [
      '有引用的推送计划不能删除。删除后无法恢复。',
      'Push plans in use cannot be deleted. This cannot be undone.',
    ],
    done: ['已删除', 'Deleted'],
    doneMany: ['已删除 {{count}} 个', '{{count}} deleted'],
  },
})
