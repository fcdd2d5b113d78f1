import { allPoints, pointsOf } from '@kabao/contract/areas'
import { codes } from '@kabao/contract/envelope'
import type { Language } from '@kabao/contract/language'
import { menuTree } from '@kabao/contract/menu'
import { type Credentials, type MenuNode, session } from '@kabao/contract/session'
import { type Account, accounts, actAs, type Role, roleOf, sees } from './accounts.ts'
import { answer, Refused, say } from './serve.ts'

const login = ({ username, password }: Credentials, language: Language) => {
  const account = accounts.find((each) => each.username === username && each.username === password)
  if (!account) throw new Refused(codes.wrongCredentials, say('wrongCredentials', language))
  actAs(null)
  const { token, name } = account
  return { token, username: account.username, name, mustChangePassword: false }
}

export const menuOf = (role: Role): MenuNode[] => menuTree(pointsOf, (name) => sees(role, name, allPoints()))

const roleNames: Record<Role, string> = { admin: '管理员', user: '普通用户' }

const me = (account: Account) => ({
  id: account.id,
  username: account.username,
  name: account.name,
  roles: [{ code: roleOf(account), name: roleNames[roleOf(account)] }],
  mustChangePassword: false,
  hasDefaultPassword: false,
})

export const sessionHandlers = [
  answer(session.login, ({ query, language }) => login(query, language)),
  answer(session.loginByPost, ({ body, language }) => login(body, language)),
  answer(session.logout, () => null),
  answer(session.menu, ({ account }) => menuOf(roleOf(account as Account))),
  answer(session.me, ({ account }) => me(account as Account)),
  answer(session.changePassword, ({ language }) => {
    throw new Refused(codes.conflict, say('conflict', language))
  }),
]
