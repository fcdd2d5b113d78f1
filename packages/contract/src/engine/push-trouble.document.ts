import { document, seen } from '../kernel/area-document.ts'
import { pushTrouble } from './push-trouble.ts'

export const pushTroubleDocument = document(
  pushTrouble,
  ['待处理推送', 'Pushes to look at'],
  {
    page: { current: 1, size: 20, kind: 'dead', state: 'open' },
    export: { state: 'open', format: 'csv', columns: ['pushId', 'kind', 'orgName'] },
    take: seen,
    assign: { ...seen, ownerId: '1001' },
    close: { ...seen, note: '机构已停止合作' },
  },
  [[/^close\.body\.note$/, 'a text that is stored']],
)
