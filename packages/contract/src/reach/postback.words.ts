import { words } from '../kernel/language.ts'

export const postbackWords = words('postback', {
  title: ['回传', 'Postbacks'],
  field: {
    id: ['编号', 'ID'],
    name: ['名称', 'Name'],
    event: ['事件', 'Event'],
    isOn: ['启用', 'On'],
    delaySeconds: ['延迟（秒）', 'Delay (seconds)'],
    partPercent: ['回传比例（%）', 'Part that is told (%)'],
    dailyCap: ['每日上限', 'Daily cap'],
    method: ['方法', 'Method'],
    url: ['地址', 'Address'],
    template: ['模板', 'Template'],
    secrets: ['密钥', 'Secrets'],
    createdBy: ['创建人', 'Created by'],
    createdAt: ['创建时间', 'Created at'],
    updatedBy: ['修改人', 'Changed by'],
    updatedAt: ['修改时间', 'Changed at'],
  },
  hint: {
    delaySeconds: ['事件发生后多久发送', 'How long after the event it is sent'],
    partPercent: [
      '只回传这一比例的用户，由用户编号决定，每次相同',
      'Only this part of the people is told of. The user ID decides, the same each time.',
    ],
    dailyCap: [
      '一个业务日最多回传的事件数；留空为不限',
      'The most events of a business day. Empty: no limit',
    ],
    secrets: ['只能写入，不再显示', 'Written only, never shown'],
    deduction: [
      '按渠道约定扣量的结果不回传，与结算一致',
      'Results that the settlement deducts are not told, so that both agree',
    ],
  },
  action: { edit: ['编辑', 'Edit'], remove: ['删除', 'Delete'] },
  add: ['添加回传', 'Add a postback'],
  none: [
    '回传在用户注册、登录等事件发生后通知渠道或广告平台，用于核对与优化投放。',
    'A postback tells the channel or its advertising platform of an event, as a registration, so that it can check and improve its ads.',
  ],
  edit: ['编辑回传', 'Edit a postback'],
  remove: {
    title: ['删除回传“{{name}}”？', 'Delete “{{name}}”?'],
    text: ['尚未发送的事件不再发送。', 'Events that wait are not sent any more.'],
    done: ['已删除', 'Deleted'],
  },
})
