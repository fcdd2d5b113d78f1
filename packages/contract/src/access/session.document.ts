import { document } from '../kernel/area-document.ts'
import { session } from './session.ts'

export const sessionDocument = document(
  session,
  ['登录与会话', 'Signing in and sessions'],
  {
    loginByPost: { username: 'zhang', password: 'correct horse 1' },
    loginByCode: { challenge: 'WfJx2m4cQe8nq1zT', code: '123 456' },
    changePassword: { current: 'correct horse 1', next: 'battery staple 2' },
    page: { current: 1, size: 20, username: 'zhang' },
  },
  [[/./, 'a sign-in names the caller’s own account']],
)
