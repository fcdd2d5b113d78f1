import * as z from 'zod'
import { requiredText } from './kernel.ts'
import { machine } from './machine.ts'
import { mostFen } from './money.ts'

/** Why a difference is closed although no money moves. */
export const differenceCauses = ['timing', 'theirs', 'ours', 'fee', 'test', 'other'] as const
/** What a person says about a difference; shown to whoever reads it later. */
export const differenceNote = requiredText(200)
/** The amount of a correction in fen, not 0; below 0, the balance falls. */
const correctionFen = z
  .int({
    error: ({ input }: { input?: unknown }) =>
      input === undefined || input === null ? 'required' : 'integer',
  })
  .min(-mostFen, 'range')
  .max(mostFen, 'range')
  .refine((fen) => fen !== 0, 'range')

/** The states of a difference between two lists. Money moves only by a correction, which a second person approves. */
export const differenceMachine = machine({
  name: 'difference',
  states: {
    open: { words: ['待处理', 'To do'], tone: 'waiting' },
    correcting: { words: ['更正待审核', 'Correction to be reviewed'], tone: 'active' },
    corrected: { words: ['已更正', 'Corrected'], tone: 'good' },
    closed: { words: ['已关闭', 'Closed'], tone: 'over' },
    gone: { words: ['已一致', 'Agrees now'], tone: 'over' },
  },
  start: 'open',
  acts: {
    close: {
      from: ['open'],
      to: 'closed',
      point: 'handle',
      summary: ['处理对账差异', 'Handle differences'],
      button: ['关闭', 'Close'],
      done: ['差异已关闭', 'Difference closed'],
      asks: { cause: z.enum(differenceCauses, 'choice'), note: differenceNote },
    },
    reopen: {
      from: ['closed'],
      to: 'open',
      point: 'handle',
      summary: ['重新打开差异', 'Reopen differences'],
      button: ['重新打开', 'Reopen'],
      done: ['差异已重新打开', 'Difference reopened'],
    },
    correct: {
      from: ['open'],
      to: 'correcting',
      point: 'handle',
      summary: ['申请更正差异', 'Ask for corrections of differences'],
      button: ['申请更正', 'Ask for a correction'],
      done: ['已申请，待他人审核', 'Asked for; another person reviews it'],
      asks: { amountFen: correctionFen, note: differenceNote },
    },
    approve: {
      from: ['correcting'],
      to: 'corrected',
      point: 'review',
      summary: ['审核差异更正', 'Review corrections of differences'],
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
      from: ['correcting'],
      to: 'open',
      point: 'review',
      summary: ['拒绝差异更正', 'Refuse corrections of differences'],
      button: ['拒绝', 'Refuse'],
      done: ['已拒绝，差异待处理', 'Refused; the difference is open again'],
      isDanger: true,
      asks: { note: differenceNote },
    },
    withdraw: {
      from: ['correcting'],
      to: 'open',
      point: 'handle',
      summary: ['撤回更正申请', 'Withdraw corrections of differences'],
      button: ['撤回申请', 'Withdraw'],
      done: ['已撤回', 'Withdrawn'],
    },
  },
  serviceActs: {
    vanish: {
      from: ['open'],
      to: 'gone',
      summary: ['双方已一致', 'Both sides agree now'],
    },
    reappear: {
      from: ['gone', 'closed'],
      to: 'open',
      summary: ['再次不一致', 'Both sides differ again'],
    },
  },
})
