import { session as area, type Credentials, type SessionRow } from '@kabao/contract/access/session'
import { codes } from '@kabao/contract/kernel/envelope'
import { version } from '../../../package.json' with { type: 'json' }
import { type Account, accounts, actAs, roleName, roleOf } from '../accounts.ts'
import { minutesAgo } from '../random.ts'
import { type Reader, Refused, refusal, refusalAt, say } from '../respond.ts'
import { special } from '../special.ts'

export const devices = ['Chrome 141 · Windows', 'Safari 18 · iPhone', 'Firefox 143 · macOS']

/** The changed passwords; lost on reload. */
const passwords = new Map<string, string>()
const passwordOf = (username: string) => passwords.get(username) ?? username

const login = ({ username, password }: Credentials, { language }: Reader) => {
  const account = accounts.find((each) => each.username === username)
  if (!account || passwordOf(account.username) !== password)
    throw new Refused(codes.wrongCredentials, say('wrongCredentials', language))
  actAs(null)
  return { token: account.token, username, name: account.name, mustChangePassword: false }
}

export const session = special(area, {
  count: accounts.length * devices.length,
  row: (_random, place): Partial<SessionRow> => {
    const who = place % accounts.length
    const at = Math.floor(place / accounts.length)
    const { id: adminId, username, name } = accounts[who] as Account
    const times = { createdAt: minutesAgo(at * 190 + 12), lastSeenAt: minutesAgo(at * 25) }
    const device = devices[at] as string
    return {
      adminId,
      username,
      name,
      device,
      ip: `10.0.${who}.${at + 1}`,
      ...times,
      isCurrent: at === 0,
      way: 'password',
    }
  },
  calls: {
    login: (call) => login(call.query, call),
    loginByPost: (call) => login(call.body, call),
    logout: () => null,
    me: ({ account, language }) => {
      const { id, username, name } = account as Account
      const roles = [
        { code: roleOf(account as Account), name: roleName(roleOf(account as Account), language) },
      ]
      return { id, username, name, roles, mustChangePassword: false, hasDefaultPassword: false, version }
    },
    changePassword: ({ body: { current, next }, ...reader }) => {
      const { username } = reader.account as Account
      if (passwordOf(username) !== current)
        throw refusalAt(codes.invalid, { current: 'wrongPassword' }, reader)
      if (current === next) throw refusalAt(codes.invalid, { next: 'samePassword' }, reader)
      passwords.set(username, next)
      return null
    },
    end: (call, table) => {
      table.remove(table.find(call.params.id, call))
      return null
    },
    endMine: (call, table) => {
      const own = table.find(call.params.id, call)
      if (own.username !== call.account?.username) throw refusal('notFound', call)
      table.remove(own)
      return null
    },
    endOthers: ({ account }, table) => {
      const others = table.rows.filter((row) => row.username === account?.username && row.isCurrent !== true)
      for (const row of others) table.remove(row)
      return { ended: others.length }
    },
  },
})
