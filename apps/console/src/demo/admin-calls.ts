import { type AdminRow, admin } from '@kabao/contract/admin'
import { codes } from '@kabao/contract/envelope'
import type { Language } from '@kabao/contract/language'
import { type Account, accounts, roleName } from './accounts.ts'
import { daysAgo } from './random.ts'
import { answer, pageOf, Refused, say, sorted } from './serve.ts'

const rowOf = (each: Account, reader: Account | null, language: Language): AdminRow => ({
  id: each.id,
  username: each.username,
  name: each.name,
  avatarFileId: null,
  phone: null,
  email: null,
  hasSecondFactor: false,
  roles: [{ id: each.id, name: roleName(each.username, language) }],
  status: 'enabled',
  mustChangePassword: false,
  lastLoginAt: daysAgo(0),
  lastLoginIp: '127.0.0.1',
  remark: '',
  createdBy: null,
  updatedBy: null,
  createdAt: daysAgo(200),
  updatedAt: daysAgo(200),
  version: 1,
  isSelf: each.id === reader?.id,
  isManageable: false,
})

/** The two accounts of the demo can be looked at and stay as they are. */
const refuse = ({ language }: { language: Language }): never => {
  throw new Refused(codes.conflict, say('conflict', language))
}

export const adminHandlers = [
  answer(admin.page, ({ body, account, language }) => {
    const { username = '', name = '', status = 'enabled', roleId } = body
    const found = accounts
      .map((each) => rowOf(each, account, language))
      .filter((row) => row.username.startsWith(username.toLowerCase()) && row.name.includes(name))
      .filter((row) => status === row.status && (roleId === undefined || roleId === row.id))
    return pageOf(sorted(found, body.sort), body)
  }),
  answer(admin.roles, ({ language }) =>
    accounts.map(({ id, username }) => ({
      id,
      name: roleName(username, language),
      isMine: username === 'user',
    })),
  ),
  ...[admin.create, admin.update, admin.enable, admin.disable, admin.resetPassword, admin.reveal].map(
    (each) => answer(each, refuse),
  ),
]
