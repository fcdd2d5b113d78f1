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
  acts: {
    close: {
      from: ['open'],
      to: 'closed',
      point: 'handle',
      summary: ['关闭对账差异', 'Close differences'],
      button: ['关闭差异', 'Close'],
      done: ['差异已关闭', 'Difference closed'],
      asks: { cause: z.enum(differenceCauses, 'choice'), note: requiredLongText(200) },
    },
    reopen: {
      from: ['closed'],
      to: 'open',
      point: 'handle',
      summary: ['重新打开对账差异', 'Reopen differences'],
      button: ['重新打开', 'Reopen'],
      done: ['差异已重新打开', 'Difference reopened'],
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
