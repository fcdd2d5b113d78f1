import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { correctionMachine } from './correction-machine.ts'

/** The texts of corrections. */
export const correctionWords = words('correction', {
  title: ['差异更正', 'Corrections'],
  tabs: ['按状态查看', 'By status'],
  field: {
    kind: ['对账类型', 'Reconciliation'],
    item: ['内容', 'What'],
    whose: ['对账方', 'With'],
    ref: ['单号', 'Number'],
    differenceFen: ['差额', 'Difference in amount'],
    amountFen: ['更正金额', 'Correction'],
    reason: ['申请原因', 'Reason'],
    status: ['状态', 'Status'],
    note: ['拒绝原因', 'Why refused'],
    createdBy: ['申请人', 'Asked by'],
    createdAt: ['申请时间', 'Asked at'],
    reviewedBy: ['审核人', 'Reviewed by'],
    reviewedAt: ['审核时间', 'Reviewed at'],
  },
  status: stateWords(correctionMachine),
  action: { open: ['详情', 'Details'], difference: ['查看差异', 'View difference'] },
  detail: { title: ['更正详情', 'Correction'] },
  waiting: {
    title: ['一笔差异更正待审核', 'A correction waits for a review'],
    text: [
      '{{admin}} 为 {{ref}} 申请了更正，请审核。',
      '{{admin}} has asked for a correction of {{ref}}. Review it.',
    ],
  },
})
