import { words } from '../kernel/language.ts'
import { pushWords } from './push.words.ts'

/** The texts of pushes that a person must look at. */
export const pushTroubleWords = words('pushTrouble', {
  title: ['待处理推送', 'To look at'],
  all: ['全部', 'All'],
  tabs: ['按状态查看', 'By status'],
  field: {
    pushId: ['推送编号', 'Push ID'],
    kind: ['问题', 'Problem'],
    at: ['出现时间', 'Since'],
    phone: ['手机号', 'Phone'],
    name: ['姓名', 'Name'],
    orgName: ['机构', 'Organization'],
    planName: ['计划', 'Plan'],
    channelName: ['渠道', 'Channel'],
    status: ['推送状态', 'Push status'],
    attempts: ['尝试次数', 'Attempts'],
    priceFen: ['单价', 'Price'],
    ownerName: ['负责人', 'Owner'],
    closedAt: ['处理时间', 'Handled at'],
    closedHow: ['处理结果', 'Outcome'],
    closedBy: ['处理人', 'Handled by'],
    note: ['说明', 'Note'],
  },
  kind: {
    unknown: ['结果不明', 'Result not known'],
    dead: ['多次失败', 'Failed for good'],
  },
  state: { open: ['待处理', 'Open'], closed: ['已处理', 'Handled'] },
  closedHow: {
    resent: ['已重新推送', 'Sent again'],
    settled: ['已确认结果', 'Result confirmed'],
    closed: ['已关闭', 'Closed'],
  },
  status: pushWords.tree.status,
  noOwner: ['无人负责', 'Nobody'],
  hint: { owner: ['输入姓名或账号', 'Name or username'] },
  action: {
    open: ['处理', 'Handle'],
    take: ['由我负责', 'Take over'],
    assign: ['交给他人', 'Hand over'],
    close: ['关闭', 'Close'],
  },
  take: {
    title: ['由您负责这条推送？', 'Take over this push?'],
    done: ['已由您负责', 'You look after it now'],
  },
  assign: { title: ['交给他人', 'Hand over'], done: ['已交接', 'Handed over'] },
  close: {
    title: ['关闭待处理推送', 'Close'],
    hint: ['推送保持失败，不再提醒。', 'The push stays failed, and nobody is reminded any more.'],
    done: ['已关闭', 'Closed'],
  },
})
