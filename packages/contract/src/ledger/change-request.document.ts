import { document, seen } from '../kernel/area-document.ts'
import { changeRequest } from './change-request.ts'

export const changeRequestDocument = document(
  changeRequest,
  ['变更审核', 'Changes under review'],
  {
    page: { current: 1, size: 20, status: 'pending', kind: 'collection' },
    approve: seen,
    reject: { ...seen, note: '商户号未核实' },
    withdraw: seen,
  },
  [[/^reject\.body\.note$/, 'a text that is stored']],
)
