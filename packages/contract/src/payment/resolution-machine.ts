import { machine } from '../kernel/machine.ts'
import { reviewNote } from '../ledger/review.ts'

/** The states of what a person decided about a payment: filed by one person, done when another one approves. */
export const resolutionMachine = machine({
  name: 'resolution',
  states: {
    pending: { words: ['待审核', 'To be reviewed'], tone: 'waiting' },
    approved: { words: ['已执行', 'Done'], tone: 'good' },
    rejected: { words: ['已驳回', 'Rejected'], tone: 'bad' },
  },
  start: 'pending',
  moves: { whose: ['channelName', 'collectionName', 'tradeNo'], fen: 'amountFen' },
  acts: {
    approve: {
      from: ['pending'],
      to: 'approved',
      point: 'review',
      isReview: true,
      summary: ['审核通过款项处理', 'Approve payment resolutions'],
      button: ['通过并执行', 'Approve'],
      done: ['已通过并执行', 'Approved and done'],
      question: {
        title: ['通过这项处理？', 'Approve this resolution?'],
        text: [
          '处理将立即执行并入账，之后不能撤回。',
          'It is done and booked at once, and cannot be taken back.',
        ],
      },
      several: {
        button: ['批量通过', 'Approve'],
        title: [
          '通过选中的 {{count}} 项处理？',
          'Approve {{count}} selected {{count, resolution|resolutions}}?',
        ],
        text: [
          '处理将立即执行，且不能包含您自己提交的。任意一项不能执行时，全部不执行。',
          'They are done at once. Resolutions that you submitted yourself cannot be among them. If one cannot be done, none is.',
        ],
      },
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      point: 'review',
      isReview: true,
      summary: ['驳回款项处理', 'Reject payment resolutions'],
      button: ['驳回', 'Reject'],
      done: ['已驳回', 'Rejected'],
      question: {
        title: ['驳回这项处理？', 'Reject this resolution?'],
        text: ['不会执行，原因会告知提交人。', 'Nothing is done. The submitter is shown the reason.'],
      },
      isDanger: true,
      asks: { note: reviewNote },
    },
  },
  serviceActs: {},
})
