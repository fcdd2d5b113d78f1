import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { poolLinkMachine } from './pool-link-machine.ts'

/** The texts of the batches in which links came. */
export const poolBatchWords = words('poolBatch', {
  title: ['链接导入记录', 'Imports of payment links'],
  links: ['查看链接', 'View links'],
  field: {
    id: ['导入编号', 'Import ID'],
    fileName: ['文件', 'File'],
    total: ['链接数', 'Links'],
    ...stateWords(poolLinkMachine),
    createdBy: ['导入人', 'Imported by'],
    createdAt: ['导入时间', 'Imported at'],
  },
})
