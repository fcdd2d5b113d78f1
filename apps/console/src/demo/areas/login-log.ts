import { loginLog as area, type LoginLogRow } from '@kabao/contract/access/login-log'
import { accounts } from '../accounts.ts'
import { minutesAgo } from '../random.ts'
import { special } from '../special.ts'
import { devices } from './session.ts'

const reasons = ['ok', 'wrongPassword', 'ok', 'locked'] as const

export const loginLog = special(area, {
  count: accounts.length * reasons.length,
  row: (_random, place) => {
    const who = place % accounts.length
    const at = Math.floor(place / accounts.length)
    const reason = reasons[at] ?? 'ok'
    const row: Partial<LoginLogRow> = {
      at: minutesAgo(at * 340 + who * 7 + 12),
      username: accounts[who]?.username ?? null,
      nameMark: null,
      result: reason === 'ok' ? 'succeeded' : 'failed',
      reason,
      ip: `10.0.${who}.${at + 1}`,
      device: devices[at % devices.length] ?? '',
      userAgent: null,
      attempts: reason === 'locked' ? 12 : 1,
    }
    return row
  },
  filters: { account: ({ username }, value) => username === value },
})
