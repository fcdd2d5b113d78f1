import { account } from '@kabao/contract/account'
import { codes } from '@kabao/contract/envelope'
import { type LoginLogRow, loginLog } from '@kabao/contract/login-log'
import { secondFactor } from '@kabao/contract/second-factor'
import { type SessionRow, session } from '@kabao/contract/session'
import { type Account, accounts, roleOf } from './accounts.ts'
import { answer, pageOf, Refused, say, sorted } from './serve.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const devices = ['Chrome 141 · Windows', 'Safari 18 · iPhone', 'Firefox 143 · macOS']

let sessions: SessionRow[] = accounts.flatMap(({ id, username, name }, who) =>
  devices.map((device, at) => ({
    id: String(who * 10 + at + 1),
    adminId: id,
    username,
    name,
    device,
    ip: `10.0.${who}.${at + 1}`,
    createdAt: minutesAgo(at * 190 + 12),
    lastSeenAt: minutesAgo(at * 25),
    isCurrent: at === 0,
    isManageable: true,
  })),
)

const logins: LoginLogRow[] = accounts
  .flatMap(({ username }, who) =>
    (['ok', 'wrongPassword', 'ok', 'locked'] as const).map((reason, at) => ({
      id: String(who * 10 + at + 1),
      at: minutesAgo(at * 340 + who * 7 + 12),
      username,
      nameMark: null,
      result: reason === 'ok' ? ('succeeded' as const) : ('failed' as const),
      reason,
      ip: `10.0.${who}.${at + 1}`,
      device: devices[at % devices.length] as string,
      userAgent: null,
      attempts: reason === 'locked' ? 12 : 1,
    })),
  )
  .toSorted((one, other) => other.at.localeCompare(one.at))

const own = <Row extends { username: string | null }>(rows: readonly Row[], caller: Account | null): Row[] =>
  rows.filter(({ username }) => username === caller?.username)

const profileOf = (caller: Account) => ({
  id: caller.id,
  version: 1,
  username: caller.username,
  name: caller.name,
  phone: '',
  email: '',
  avatarFileId: null,
  roles: [{ code: roleOf(caller), name: roleOf(caller) }],
  createdAt: '2026-01-01T00:00:00.000Z',
  lastLoginAt: minutesAgo(12),
  lastLoginIp: '10.0.0.1',
})

export const accountHandlers = [
  answer(account.profile, ({ account: caller }) => profileOf(caller as Account)),
  answer(account.updateProfile, ({ body, account: caller }) => ({
    ...profileOf(caller as Account),
    name: body.name,
    phone: body.phone,
    email: body.email,
    avatarFileId: body.avatarFileId ?? null,
  })),
  answer(account.passwordPolicy, () => ({ minLength: 8, refuseCommon: true, history: 5, maxAgeDays: 0 })),
  answer(session.mine, ({ account: caller }) =>
    own(sessions, caller).map(({ adminId: _, username: _u, name: _n, isManageable: _m, ...row }) => row),
  ),
  answer(session.endMine, ({ params }) => end(params.id)),
  answer(session.endOthers, ({ account: caller }) => {
    const others = own(sessions, caller).filter(({ isCurrent }) => !isCurrent)
    for (const { id } of others) end(id)
    return { ended: others.length }
  }),
  answer(session.page, ({ body }) =>
    pageOf(
      sorted(sessions, body.sort).filter(({ username }) => !body.username || username === body.username),
      body,
    ),
  ),
  answer(session.end, ({ params }) => end(params.id)),
  answer(loginLog.mine, ({ account: caller }) => own(logins, caller)),
  answer(loginLog.page, ({ body }) => {
    const rows = logins.filter(
      (row) =>
        (!body.account || row.username === body.account) &&
        (!body.result || row.result === body.result) &&
        (!body.reason || row.reason === body.reason) &&
        (!body.ip || row.ip === body.ip),
    )
    return pageOf(sorted(rows, body.sort), body)
  }),
  answer(secondFactor.status, () => ({
    isOn: false,
    isRequired: false,
    confirmedAt: null,
    recoveryCodesLeft: 0,
  })),
  // Nothing here could ask for a code, and nobody's password is the visitor's own.
  answer(secondFactor.setUp, ({ language }) => {
    throw new Refused(codes.conflict, say('conflict', language))
  }),
]

function end(id: string): null {
  sessions = sessions.filter((row) => row.id !== id)
  return null
}
