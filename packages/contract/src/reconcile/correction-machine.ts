import { machine } from '../kernel/machine.ts'
import { reviewNote } from '../ledger/review.ts'

/** The states of a correction of a difference. */
export const correctionMachine = machine({
  name: 'correction',
  states: {
    asked: { words: ['待审核', 'To be reviewed'], tone: 'waiting' },
    booked: { words: ['已记账', 'Booked'], tone: 'good' },
    refused: { words: ['已拒绝', 'Refused'], tone: 'bad' },
    withdrawn: { words: ['已撤回', 'Withdrawn'], tone: 'over' },
  },
  start: 'asked',
  moves: { whose: ['whose', 'ref'], fen: 'amountFen' },
  acts: {
    approve: {
      from: ['asked'],
      to: 'booked',
      point: 'review',
      isReview: true,
      summary: ['审核差异更正', 'Review corrections'],
      button: ['同意更正', 'Approve'],
      done: ['已更正并记账', 'Corrected and booked'],
      question: {
        title: ['同意这笔更正？', 'Approve this correction?'],
        text: [
          '将按更正金额记一笔资金流水，不能撤销。',
          'A transfer of this amount is booked. This cannot be undone.',
        ],
      },
    },
    refuse: {
      from: ['asked'],
      to: 'refused',
      point: 'review',
      isReview: true,
      summary: ['拒绝差异更正', 'Refuse corrections'],
      button: ['拒绝', 'Refuse'],
      done: ['已拒绝，差异待处理', 'Refused; the difference is open again'],
      question: {
        title: ['拒绝这笔更正？', 'Refuse this correction?'],
        text: ['不记账，差异重新待处理。', 'Nothing is booked, and the difference is open again.'],
      },
      isDanger: true,
      asks: { note: reviewNote },
    },
    withdraw: {
      from: ['asked'],
      to: 'withdrawn',
      point: 'ask',
      summary: ['撤回差异更正', 'Withdraw corrections'],
      button: ['撤回申请', 'Withdraw'],
      done: ['已撤回，差异待处理', 'Withdrawn; the difference is open again'],
      question: {
        title: ['撤回这笔更正？', 'Withdraw this correction?'],
        text: ['不记账，差异重新待处理。', 'Nothing is booked, and the difference is open again.'],
      },
    },
  },
  serviceActs: {},
})
