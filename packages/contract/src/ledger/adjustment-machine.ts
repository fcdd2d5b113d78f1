import { machine } from '../kernel/machine.ts'
import { reviewNote } from './review.ts'

/** The states of a correction of the ledger: filed by one person, reviewed by another one. */
export const adjustmentMachine = machine({
  name: 'adjustment',
  states: {
    pending: { words: ['待审核', 'To be reviewed'], tone: 'waiting' },
    approved: { words: ['已入账', 'Booked'], tone: 'good' },
    rejected: { words: ['已驳回', 'Rejected'], tone: 'bad' },
  },
  start: 'pending',
  moves: { whose: ['orgName', 'channelName'], fen: 'amountFen' },
  acts: {
    approve: {
      from: ['pending'],
      to: 'approved',
      point: 'review',
      isReview: true,
      summary: ['审核通过调账', 'Approve adjustments'],
      button: ['通过并入账', 'Approve'],
      done: ['已通过并入账', 'Approved and booked'],
      question: {
        title: ['通过这笔调账？', 'Approve this adjustment?'],
        text: [
          '金额将立即计入余额。入账后只能再次调账更正。',
          'The balance changes at once. After that, only another adjustment corrects it.',
        ],
      },
      several: {
        button: ['批量通过', 'Approve'],
        title: [
          '通过选中的 {{count}} 笔调账？',
          'Approve {{count}} selected {{count, adjustment|adjustments}}?',
        ],
        text: [
          '余额将立即变动，且不能包含您自己提交的调账。任意一笔超出可用余额时，全部不入账。',
          'The balances change at once. Adjustments that you submitted yourself cannot be among them. If one is above what is available, none is booked.',
        ],
      },
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      point: 'review',
      isReview: true,
      summary: ['驳回调账', 'Reject adjustments'],
      button: ['驳回', 'Reject'],
      done: ['已驳回', 'Rejected'],
      question: {
        title: ['驳回这笔调账？', 'Reject this adjustment?'],
        text: ['不会入账，原因会告知提交人。', 'Nothing is booked. The submitter is shown the reason.'],
      },
      isDanger: true,
      asks: { note: reviewNote },
    },
  },
  serviceActs: {},
})
