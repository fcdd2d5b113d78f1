import { document } from '../kernel/area-document.ts'
import { savedView } from './saved-view.ts'

export const savedViewDocument = document(
  savedView,
  ['列表视图', 'Saved views'],
  {
    create: {
      list: 'user',
      name: '深圳待推送',
      roleId: null,
      filters: { cityCode: '440300', status: 'matched' },
      sort: '-createdAt',
      columns: { order: [], hidden: ['age'], widths: { name: 120 }, density: 'normal' },
    },
    update: { id: '12', version: 3, name: '深圳待推送' },
  },
  [[/./, 'stored, and refused where it holds a number']],
)
