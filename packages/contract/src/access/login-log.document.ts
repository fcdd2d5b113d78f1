import { document } from '../kernel/area-document.ts'
import { loginLog } from './login-log.ts'

export const loginLogDocument = document(loginLog, ['登录日志', 'Sign-in log'], {}, [
  [/^page\.body\.(account|ip)$/, 'sign-ins of administrators, whose addresses the list shows'],
])
