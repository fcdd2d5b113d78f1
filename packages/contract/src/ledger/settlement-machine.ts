import { machine } from '../kernel/machine.ts'
import { reviewNote } from './review.ts'

/** The states of the settlement of a channel. */
export const settlementMachine = machine({
  name: 'settlement',
  states: {
    draft: { words: ['待确认', 'To be confirmed'], tone: 'waiting' },
    confirmed: { words: ['待付款', 'To be paid'], tone: 'active' },
    paid: { words: ['已付款', 'Paid'], tone: 'good' },
    cancelled: { words: ['已作废', 'Canceled'], tone: 'over' },
  },
  start: 'draft',
  moves: { whose: ['channelName', ['fromDay', 'toDay']], fen: 'amountFen' },
  acts: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      point: 'review',
      isReview: true,
      summary: ['确认渠道结算', 'Confirm settlements'],
      button: ['确认', 'Confirm'],
      done: ['已确认，待付款', 'Confirmed, to be paid'],
      question: {
        title: ['确认这笔结算？', 'Confirm this settlement?'],
        text: [
          '确认后金额不再变化，不能作废。之后到达的成果计入下一期。',
          'Its amount does not change any more, and it cannot be withdrawn. What arrives later goes into the next one.',
        ],
      },
    },
    refuse: {
      from: ['draft'],
      to: 'cancelled',
      point: 'review',
      isReview: true,
      isDanger: true,
      summary: ['驳回渠道结算', 'Reject settlements'],
      button: ['驳回', 'Reject'],
      done: ['已驳回', 'Rejected'],
      question: {
        title: ['驳回这笔结算？', 'Reject this settlement?'],
        text: ['其中的成果可以重新结算。', 'Its results can then be settled anew.'],
      },
      asks: { note: reviewNote },
    },
    withdraw: {
      from: ['draft'],
      to: 'cancelled',
      point: 'create',
      summary: ['撤回渠道结算', 'Withdraw settlements'],
      button: ['撤回', 'Withdraw'],
      done: ['已撤回', 'Withdrawn'],
      question: {
        title: ['撤回这笔结算？', 'Withdraw this settlement?'],
        text: ['其中的成果可以重新结算。', 'Its results can then be settled anew.'],
      },
    },
    pay: {
      from: ['confirmed'],
      to: 'paid',
      summary: ['登记渠道付款', 'Record payments to channels'],
      button: ['登记付款', 'Mark as paid'],
      done: ['已登记付款', 'Marked as paid'],
      question: {
        title: ['登记已付款？', 'Mark as paid?'],
        text: [
          '请确认银行已付款，且已上传付款凭证。登记后不能撤销。',
          'Make sure that the bank has paid it and that the voucher is uploaded. This cannot be undone.',
        ],
      },
    },
  },
  serviceActs: {},
})
