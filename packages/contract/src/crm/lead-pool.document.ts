import { document } from '../kernel/area-document.ts'
import { leadPool } from './lead-pool.ts'

export const leadPoolDocument = document(
  leadPool,
  ['线索池', 'Lead pools'],
  {
    page: { name: '公海' },
    create: { name: '华南线索池', teamId: '1001', maxHeld: 100, hiddenFields: ['phone'] },
    update: { id: '1001', version: 3, name: '公海', maxHeld: 100, recycleDays: 7 },
  },
  [[/^\w+\.body\.(name|remark|reason)$/, 'stored, or the names of colleagues, which lists show']],
)
