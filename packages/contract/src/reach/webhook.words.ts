import { words } from '../kernel/language.ts'

export const webhookWords = words('webhook', {
  title: ['Webhook', 'Webhooks'],
  field: {
    id: ['编号', 'ID'],
    orgId: ['机构', 'Organization'],
    orgName: ['机构', 'Organization'],
    name: ['名称', 'Name'],
    events: ['事件', 'Events'],
    url: ['地址', 'Address'],
    isOn: ['启用', 'On'],
    previousEndsAt: ['旧密钥有效至', 'Old secret valid until'],
    createdBy: ['创建人', 'Created by'],
    createdAt: ['创建时间', 'Created at'],
    updatedBy: ['修改人', 'Changed by'],
    updatedAt: ['修改时间', 'Changed at'],
  },
  hint: {
    orgId: ['留空为公司自己的系统，接收全部事件', 'Empty: a system of the company, told of everything'],
  },
  action: { edit: ['编辑', 'Edit'], remove: ['删除', 'Delete'] },
  add: ['添加 Webhook', 'Add a webhook'],
  edit: ['编辑 Webhook', 'Edit a webhook'],
  remove: {
    title: ['删除 Webhook“{{name}}”？', 'Delete “{{name}}”?'],
    text: ['尚未发送的事件不再发送。', 'Events that wait are not sent any more.'],
    done: ['已删除', 'Deleted'],
  },
})
