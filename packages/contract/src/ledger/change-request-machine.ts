import { machine } from '../kernel/machine.ts'
import { reviewNote } from './review.ts'

/** The states of a change that one person alone must not make: filed by one person, made when another one approves. */
export const changeRequestMachine = machine({
  name: 'changeRequest',
  states: {
    pending: { words: ['待审核', 'To be reviewed'], tone: 'waiting' },
    approved: { words: ['已生效', 'In effect'], tone: 'good' },
    rejected: { words: ['已驳回', 'Rejected'], tone: 'bad' },
    withdrawn: { words: ['已撤回', 'Withdrawn'], tone: 'over' },
  },
  start: 'pending',
  moves: { whose: ['targetName'], fen: 'amountFen' },
  acts: {
    approve: {
      from: ['pending'],
      to: 'approved',
      point: 'review',
      isReview: true,
      summary: ['审核通过变更', 'Approve changes'],
      button: ['通过并生效', 'Approve'],
      done: ['已通过并生效', 'Approved and in effect'],
      question: {
        title: ['通过这项变更？', 'Approve this change?'],
        text: ['变更将立即生效。', 'The change takes effect at once.'],
      },
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      point: 'review',
      isReview: true,
      summary: ['驳回变更', 'Reject changes'],
      button: ['驳回', 'Reject'],
      done: ['已驳回', 'Rejected'],
      question: {
        title: ['驳回这项变更？', 'Reject this change?'],
        text: [
          '原值继续有效，原因会告知提交人。',
          'The current value stays. The submitter is shown the reason.',
        ],
      },
      isDanger: true,
      asks: { note: reviewNote },
    },
    withdraw: {
      from: ['pending'],
      to: 'withdrawn',
      summary: ['撤回变更', 'Withdraw changes'],
      button: ['撤回', 'Withdraw'],
      done: ['已撤回', 'Withdrawn'],
      question: {
        title: ['撤回这项变更？', 'Withdraw this change?'],
        text: ['原值继续有效，不再等待审核。', 'The current value stays, and the review is called off.'],
      },
    },
  },
  serviceActs: {},
})
