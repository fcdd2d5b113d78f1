import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { pushReturnMachine } from './push-return-machine.ts'

/** The texts of returns. */
export const pushReturnWords = words('pushReturn', {
  title: ['退回', 'Returns'],
  tabs: ['按状态查看', 'By status'],
  field: {
    pushId: ['推送编号', 'Push ID'],
    phone: ['手机号', 'Phone'],
    name: ['姓名', 'Name'],
    orgName: ['机构', 'Organization'],
    planName: ['计划', 'Plan'],
    channelName: ['渠道', 'Channel'],
    reason: ['退回原因', 'Reason'],
    status: ['状态', 'Status'],
    priceFen: ['单价', 'Price'],
    refundFen: ['退还机构', 'Paid back'],
    costBackFen: ['冲回渠道成本', 'Cost reversed'],
    acceptedAt: ['接收时间', 'Accepted at'],
    askedWay: ['申请方式', 'Request method'],
    askedBy: ['申请人', 'Asked by'],
    createdAt: ['申请时间', 'Asked at'],
    reviewedBy: ['审核人', 'Reviewed by'],
    reviewedAt: ['审核时间', 'Reviewed at'],
    note: ['拒绝原因', 'Why refused'],
  },
  status: stateWords(pushReturnMachine),
  askedWay: {
    org: ['机构接口', 'Organization’s call'],
    admin: ['管理员', 'Administrator'],
    import: ['名单导入', 'List'],
  },
  askedByOrg: ['机构', 'The organization'],
  action: {
    open: ['详情', 'Details'],
    push: ['查看推送', 'View push'],
  },
  detail: { title: ['退回详情', 'Return'], money: ['款项', 'Money'] },
  waiting: {
    title: ['{{count}} 条退回待审核', '{{count}} {{count, return waits|returns wait}} for a review'],
    text: [
      '机构“{{org}}”申请退回，请审核。',
      'The organization “{{org}}” has asked for returns. Review them.',
    ],
  },
})
