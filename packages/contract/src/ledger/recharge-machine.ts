import { machine } from '../kernel/machine.ts'
import { reviewNote } from './review.ts'

/** The states of a recharge: filed by one person, reviewed by another one. */
export const rechargeMachine = machine({
  name: 'recharge',
  states: {
    pending: { words: ['待审核', 'To be reviewed'], tone: 'waiting' },
    approved: { words: ['已入账', 'Booked'], tone: 'good' },
    rejected: { words: ['已驳回', 'Rejected'], tone: 'bad' },
  },
  start: 'pending',
  moves: { whose: ['orgName'], fen: 'amountFen' },
  acts: {
    approve: {
      from: ['pending'],
      to: 'approved',
      point: 'review',
      isReview: true,
      summary: ['审核通过充值', 'Approve recharges'],
      button: ['通过并入账', 'Approve'],
      done: ['已通过并入账', 'Approved and booked'],
      question: {
        title: ['通过这笔充值？', 'Approve this recharge?'],
        text: [
          '金额将立即计入机构余额（退款则立即扣减）。入账后只能通过冲正更正。',
          'The amount is added to the organization’s balance at once; a refund is taken from it. After that, only a reversal corrects it.',
        ],
      },
      several: {
        button: ['批量通过', 'Approve'],
        title: ['通过选中的 {{count}} 笔充值？', 'Approve {{count}} selected {{count, recharge|recharges}}?'],
        text: [
          '金额将立即入账，且不能包含您自己提交的充值。任意一笔退款超出可用余额时，全部不入账。',
          'The amounts are booked at once. Recharges that you submitted yourself cannot be among them. If a refund is above what is available, none is booked.',
        ],
      },
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      point: 'review',
      isReview: true,
      summary: ['驳回充值', 'Reject recharges'],
      button: ['驳回', 'Reject'],
      done: ['已驳回', 'Rejected'],
      question: {
        title: ['驳回这笔充值？', 'Reject this recharge?'],
        text: ['不会入账，原因会告知提交人。', 'Nothing is booked. The submitter is shown the reason.'],
      },
      isDanger: true,
      asks: { note: reviewNote },
    },
  },
  serviceActs: {},
})
