import type * as z from 'zod'
import { businessDate } from '../kernel/business-date.ts'
import { id, longText, requiredLongText } from '../kernel/kernel.ts'
import { machine } from '../kernel/machine.ts'

/** The states of salesmen. Only one on duty gets leads. */
export const salesmanMachine = machine({
  name: 'salesman',
  states: {
    onDuty: { words: ['在岗', 'On duty'], tone: 'good' },
    onLeave: { words: ['休假', 'On leave'], tone: 'waiting' },
    left: { words: ['已离职', 'Left'], tone: 'over' },
  },
  start: 'onDuty',
  acts: {
    goOnLeave: {
      from: ['onDuty'],
      to: 'onLeave',
      summary: ['登记销售休假', 'Put salespeople on leave'],
      button: ['休假', 'Go on leave'],
      done: ['已登记休假，正在移交线索', 'On leave. The leads are being handed over.'],
      asks: {
        /** Who gets the leads. */
        deputyId: id,
        /** The last business day; null: until he comes back. */
        lastOn: businessDate.nullable().default(null),
        reason: longText(200).default(''),
      },
    },
    comeBack: {
      from: ['onLeave', 'left'],
      to: 'onDuty',
      summary: ['销售返岗', 'Bring salespeople back on duty'],
      button: ['返岗', 'Come back'],
      done: ['已返岗', 'Back on duty'],
      question: {
        title: ['返岗？', 'Back on duty?'],
        text: [
          '他将重新获得线索。已移交的线索不会退还；未完成的移交就此停止。',
          'New leads can be given again. Leads that were handed over stay where they are; a handover under way stops.',
        ],
      },
    },
    leave: {
      from: ['onDuty', 'onLeave'],
      to: 'left',
      summary: ['登记销售离职', 'Note that salespeople leave'],
      button: ['离职', 'Mark as left'],
      done: ['已登记离职，正在移交线索', 'Left. The leads are being handed over.'],
      isDanger: true,
      asks: {
        /** Who gets the leads; null: they return to their pools. */
        toId: id.nullable(),
        reason: requiredLongText(200),
      },
    },
  },
  serviceActs: {
    beginLeave: {
      from: ['onDuty'],
      to: 'onLeave',
      summary: ['计划的休假开始', 'A planned leave begins'],
    },
    endLeave: { from: ['onLeave'], to: 'onDuty', summary: ['休假结束', 'A leave ends'] },
  },
})

/** What the two acts ask that hand leads over. */
export type GoOnLeave = z.output<z.ZodObject<(typeof salesmanMachine)['acts']['goOnLeave']['asks']>>
export type Leave = z.output<z.ZodObject<(typeof salesmanMachine)['acts']['leave']['asks']>>
