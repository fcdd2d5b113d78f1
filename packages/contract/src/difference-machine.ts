import * as z from 'zod'
import { requiredText } from './kernel.ts'
import { machine } from './machine.ts'
import { mostFen } from './money.ts'

/** Why a difference is closed although no money moves. */
export const differenceCauses = ['timing', 'theirs', 'ours', 'fee', 'test', 'other'] as const
/** What a person says about a difference; shown to whoever reads it later. */
export const differenceNote = requiredText(200)
/** The amount of a correction in fen, not 0; below 0, the balance falls. */
export const correctionFen = z
  .int({
    error: ({ input }: { input?: unknown }) =>
      input === undefined || input === null ? 'required' : 'integer',
  })
  .min(-mostFen, 'range')
  .max(mostFen, 'range')
  .refine((fen) => fen !== 0, 'range')

/**
 * The states of a difference between two lists. Money moves only by a correction, which a second person approves; the endpoints of
 * corrections are in `difference.ts`, because nobody may do both.
 */
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
  },
  serviceActs: {
    correct: { from: ['open'], to: 'correcting', summary: ['申请更正差异', 'Ask for corrections of differences'] },
    approve: { from: ['correcting'], to: 'corrected', summary: ['同意差异更正', 'Approve corrections of differences'] },
    refuse: { from: ['correcting'], to: 'open', summary: ['拒绝差异更正', 'Refuse corrections of differences'] },
    withdraw: { from: ['correcting'], to: 'open', summary: ['撤回差异更正', 'Withdraw corrections of differences'] },
    vanish: {
      from: ['open'],
      to: 'gone',
      summary: ['双方已一致', 'Both sides agree now'],
    },
    reappear: {
      from: ['gone', 'closed', 'corrected'],
      to: 'open',
      summary: ['再次不一致', 'Both sides differ again'],
    },
  },
})
