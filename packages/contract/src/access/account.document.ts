import { document } from '../kernel/area-document.ts'
import { account } from './account.ts'

export const accountDocument = document(
  account,
  ['自己的账号', 'Your own account'],
  {
    updateProfile: {
      id: '7',
      version: 3,
      name: '张三',
      phone: '13800001234',
      email: 'zhang@example.com',
    },
  },
  [[/./, 'the caller’s own account']],
)
