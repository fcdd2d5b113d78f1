import { allPoints, pointsOf } from '@kabao/contract/areas'
import { codes, type FieldProblems } from '@kabao/contract/envelope'
import type { Language } from '@kabao/contract/language'
import { menuTree } from '@kabao/contract/menu'
import { wordSchemaProblem } from '@kabao/contract/problems'
import { type Credentials, type MenuNode, session } from '@kabao/contract/session'
import { type Account, accounts, actAs, type Role, roleName, roleOf, sees } from './accounts.ts'
import { isOfExports } from './export-calls.ts'
import { answer, Refused, say } from './serve.ts'

/** Passwords that were changed; forgotten by a reload. */
const passwords = new Map<string, string>()
const passwordOf = ({ username }: Account) => passwords.get(username) ?? username

const login = ({ username, password }: Credentials, language: Language) => {
  const account = accounts.find((each) => each.username === username)
  if (!account || passwordOf(account) !== password)
    throw new Refused(codes.wrongCredentials, say('wrongCredentials', language))
  actAs(null)
  const { token, name } = account
  return { token, username: account.username, name, mustChangePassword: false }
}

const changePassword = (account: Account, current: string, next: string, language: Language) => {
  const fields: FieldProblems =
    passwordOf(account) !== current
      ? { current: wordSchemaProblem('wrongPassword', language) }
      : current === next
        ? { next: wordSchemaProblem('samePassword', language) }
        : {}
  if (Object.keys(fields).length > 0) throw new Refused(codes.invalid, say('invalid', language), { fields })
  passwords.set(account.username, next)
  return null
}

export const menuOf = (role: Role): MenuNode[] =>
  menuTree(pointsOf, (name) => !isOfExports(name) && sees(role, name, allPoints()))

const me = (account: Account, language: Language) => ({
  id: account.id,
  username: account.username,
  name: account.name,
  roles: [{ code: roleOf(account), name: roleName(roleOf(account), language) }],
  mustChangePassword: false,
  hasDefaultPassword: false,
})

export const sessionHandlers = [
  answer(session.login, ({ query, language }) => login(query, language)),
  answer(session.loginByPost, ({ body, language }) => login(body, language)),
  answer(session.logout, () => null),
  answer(session.menu, ({ account }) => menuOf(roleOf(account as Account))),
  answer(session.me, ({ account, language }) => me(account as Account, language)),
  answer(session.changePassword, ({ body, account, language }) =>
    changePassword(account as Account, body.current, body.next, language),
  ),
]
