import { machine } from '../kernel/machine.ts'
import { reviewNote } from '../ledger/review.ts'

/** The states of the return of an accepted person. */
export const pushReturnMachine = machine({
  name: 'pushReturn',
  states: {
    asked: { words: ['待审核', 'To be reviewed'], tone: 'waiting' },
    returned: { words: ['已退回', 'Returned'], tone: 'good' },
    refused: { words: ['已拒绝', 'Refused'], tone: 'bad' },
    withdrawn: { words: ['已撤回', 'Withdrawn'], tone: 'over' },
  },
  start: 'asked',
  moves: { whose: ['orgName', 'phone'], fen: 'priceFen' },
  acts: {
    approve: {
      from: ['asked'],
      to: 'returned',
      point: 'review',
      isReview: true,
      summary: ['同意退回', 'Approve returns'],
      button: ['同意退回', 'Approve'],
      done: ['已退回，款项已退还', 'Returned and paid back'],
      question: {
        title: ['同意退回？', 'Approve this return?'],
        text: [
          '单价将退还机构余额，渠道成本同时冲回，不能撤销。',
          'The price is paid back to the organization, and the channel’s cost is reversed. This cannot be undone.',
        ],
      },
      several: {
        button: ['批量同意', 'Approve'],
        title: ['同意选中的 {{count}} 条退回？', 'Approve {{count}} selected {{count, return|returns}}?'],
        text: [
          '单价将退还机构余额，渠道成本同时冲回，不能撤销。不能包含您自己申请的退回。',
          'The prices are paid back and the channels’ costs reversed. This cannot be undone. Returns that you asked for yourself cannot be among them.',
        ],
      },
      all: {
        title: ['同意符合条件的 {{count}} 条退回？', 'Approve {{count}} matching {{count, return|returns}}?'],
      },
    },
    refuse: {
      from: ['asked'],
      to: 'refused',
      point: 'review',
      isReview: true,
      summary: ['拒绝退回', 'Refuse returns'],
      button: ['拒绝', 'Refuse'],
      done: ['已拒绝', 'Refused'],
      question: {
        title: ['拒绝这条退回？', 'Refuse this return?'],
        text: [
          '推送仍为已接收，原因会告知申请方。',
          'The push stays accepted. The requester is shown the reason.',
        ],
      },
      isDanger: true,
      asks: { note: reviewNote },
    },
    withdraw: {
      from: ['asked'],
      to: 'withdrawn',
      point: 'ask',
      summary: ['撤回退回申请', 'Withdraw returns'],
      button: ['撤回申请', 'Withdraw'],
      done: ['已撤回', 'Withdrawn'],
      question: {
        title: ['撤回这条退回申请？', 'Withdraw this return?'],
        text: ['推送仍为已接收。', 'The push stays accepted.'],
      },
    },
  },
  serviceActs: {},
})
