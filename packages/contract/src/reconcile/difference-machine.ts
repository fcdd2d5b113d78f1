import * as z from 'zod'
import { requiredLongText } from '../kernel/kernel.ts'
import { machine } from '../kernel/machine.ts'

/** Why a difference is closed although no money moves. */
export const differenceCauses = ['timing', 'theirs', 'ours', 'fee', 'test', 'other'] as const

/** The states of a difference between two lists. Money moves only by a correction, see `correction-machine.ts`. */
export const differenceMachine = machine({
  name: 'difference',
  states: {
    open: { words: ['待处理', 'To do'], tone: 'waiting' },
    correcting: { words: ['更正待审核', 'Correction under review'], tone: 'active' },
    corrected: { words: ['已更正', 'Corrected'], tone: 'good' },
    closed: { words: ['已关闭', 'Closed'], tone: 'over' },
    gone: { words: ['已一致', 'Agrees now'], tone: 'over' },
  },
  start: 'open',
  moves: { whose: ['whose', 'ref'], fen: 'differenceFen' },
  acts: {
    close: {
      from: ['open'],
      to: 'closed',
      point: 'handle',
      summary: ['关闭对账差异', 'Close differences'],
      button: ['关闭差异', 'Close'],
      done: ['差异已关闭', 'Difference closed'],
      question: {
        title: ['关闭这笔差异？', 'Close this difference?'],
        text: ['不记账，双方账目保持不变。', 'Nothing is booked, and both sides stay as they are.'],
      },
      asks: { cause: z.enum(differenceCauses, 'choice'), note: requiredLongText(200) },
    },
    reopen: {
      from: ['closed'],
      to: 'open',
      point: 'handle',
      summary: ['重新打开对账差异', 'Reopen differences'],
      button: ['重新打开', 'Reopen'],
      done: ['差异已重新打开', 'Difference reopened'],
      question: {
        title: ['重新打开这笔差异？', 'Reopen this difference?'],
        text: [
          '差异重新待处理，关闭原因保留在操作日志中。',
          'It is to do again. The audit log keeps why it was closed.',
        ],
      },
    },
  },
  serviceActs: {
    vanish: { from: ['open'], to: 'gone', summary: ['双方已一致', 'Both sides agree now'] },
    reappear: {
      from: ['gone', 'closed', 'corrected'],
      to: 'open',
      summary: ['双方再次不一致', 'Both sides differ again'],
    },
    correct: { from: ['open'], to: 'correcting', summary: ['已申请更正', 'A correction was asked for'] },
    settle: { from: ['correcting'], to: 'corrected', summary: ['更正已记账', 'The correction was booked'] },
    free: { from: ['correcting'], to: 'open', summary: ['更正未通过', 'The correction was not booked'] },
  },
})
