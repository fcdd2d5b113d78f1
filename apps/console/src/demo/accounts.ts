import { inLanguage, type Language, type Words } from '@kabao/contract/kernel/language'

/** The two accounts of the demo (docs/specification/frame.md); their passwords are their names. */
export type Role = 'admin' | 'user'
export interface Account {
  id: string
  username: Role
  name: string
  token: string
}

export const accounts: readonly Account[] = [
  { id: '1', username: 'admin', name: 'admin', token: 'demo-admin' },
  { id: '2', username: 'user', name: 'user', token: 'demo-user' },
]

export const accountOf = (token: string | null): Account | null =>
  accounts.find((account) => account.token === token) ?? null

/** The role chosen by "switch roles"; lost on reload (docs/specification/frame.md). */
let acting: Role | null = null
export const actAs = (role: Role | null): void => {
  acting = role
}
export const roleOf = (account: Account): Role => acting ?? account.username

/** The pages of the role `user`; the role `admin` has all pages. */
const pagesOfUser: ReadonlySet<string> = new Set(['User', 'UserList', 'UserBlackList'])

export const pointsOfRole = (role: Role, points: readonly string[]): readonly string[] =>
  role === 'admin' ? points : points.filter((point) => point.endsWith(':page'))

export const sees = (role: Role, name: string, points: readonly string[]): boolean =>
  role === 'admin' || pagesOfUser.has(name) || pointsOfRole(role, points).includes(name)

const roleNames: Record<Role, Words> = { admin: ['管理员', 'Administrator'], user: ['普通用户', 'User'] }

export const roleName = (role: Role, language: Language): string => inLanguage(roleNames[role], language)
