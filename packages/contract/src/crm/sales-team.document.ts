import { document } from '../kernel/area-document.ts'
import { salesTeam } from './sales-team.ts'

export const salesTeamDocument = document(
  salesTeam,
  ['销售团队', 'Sales teams'],
  {
    page: { name: '华南' },
    create: { name: '华南一队', remark: '' },
    update: { id: '1001', version: 3, name: '华南一队', headId: '1001' },
  },
  [[/^\w+\.body\.(name|remark|reason)$/, 'stored, or the names of colleagues, which lists show']],
)
