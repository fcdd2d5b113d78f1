import { document } from '../kernel/area-document.ts'
import { role } from './role.ts'

export const roleDocument = document(
  role,
  ['角色', 'Roles'],
  {
    page: { current: 1, size: 20, keyword: '客服' },
    preview: { nodes: ['UserList', 'user:page'] },
    create: { code: 'support', name: '客服', dataScope: 'own', nodes: ['UserList', 'user:page'] },
    update: { id: '2', version: 3, name: '客服', dataScope: 'all', nodes: ['UserList', 'user:page'] },
  },
  [[/./, 'names of roles']],
)
