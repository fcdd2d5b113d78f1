import { document } from '../kernel/area-document.ts'
import { admin } from './admin.ts'

export const adminDocument = document(
  admin,
  ['管理员', 'Administrators'],
  {
    create: { username: 'li.si', name: '李四', roleIds: ['2'], remark: '' },
    update: { id: '8', version: 3, name: '李四', roleIds: ['2', '3'], remark: '' },
  },
  [
    [
      /^(create|update)\.body\./,
      'stored, and no two need differ; user names are shown to whoever may create',
    ],
    [/^page\.body\.(username|name)$/, 'administrators, whose names every list shows'],
  ],
)
