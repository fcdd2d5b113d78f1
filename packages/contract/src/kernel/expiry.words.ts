import { words } from './language.ts'

/** What the console says of an expired session. It is apart from the service's other messages, because every page loads it. */
export const expiryWords = words('expiry', {
  sessionExpired: ['登录已过期，请重新登录', 'Your session has expired. Sign in again.'],
})
