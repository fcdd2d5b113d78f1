import { allPoints, pointsOf } from '@kabao/contract/areas'
import { codes } from '@kabao/contract/envelope'
import type { Language } from '@kabao/contract/language'
import { menuTree } from '@kabao/contract/menu'
import { type RoleDetail, type RoleRow, role } from '@kabao/contract/role'
import { grantable, roleTree } from '@kabao/contract/role-tree'
import { type Account, accounts, roleName, sees } from './accounts.ts'
import { daysAgo } from './random.ts'
import { answer, pageOf, Refused, say } from './serve.ts'

const nodesOf = ({ username }: Account) => [...grantable].filter((node) => sees(username, node, allPoints()))

const rowOf = (each: Account, language: Language): RoleRow => ({
  id: each.id,
  code: each.username,
  name: roleName(each.username, language),
  isSuper: each.username === 'admin',
  dataScope: 'all',
  requiresSecondFactor: false,
  pointCount: nodesOf(each).filter((node) => node.includes(':')).length,
  adminCount: 1,
  remark: '',
  createdBy: null,
  updatedBy: null,
  createdAt: daysAgo(200),
  updatedAt: daysAgo(200),
  version: 1,
  isManageable: true,
})

const found = (id: string, language: Language): Account => {
  const account = accounts.find((each) => each.id === id)
  if (!account) throw new Refused(codes.notFound, say('notFound', language))
  return account
}

/** The two roles of the demo can be looked at and stay as they are. */
const refuse = ({ language }: { language: Language }): never => {
  throw new Refused(codes.conflict, say('conflict', language))
}

export const roleHandlers = [
  answer(role.page, ({ body, language }) => {
    const { keyword = '', dataScope = 'all' } = body
    const rows = accounts
      .map((each) => rowOf(each, language))
      .filter(
        (row) => dataScope === row.dataScope && (row.name.includes(keyword) || row.code.startsWith(keyword)),
      )
    return pageOf(rows, body)
  }),
  answer(role.tree, ({ language }) => roleTree(language, () => true)),
  answer(role.preview, ({ body }) => menuTree(pointsOf, (node) => body.nodes.includes(node))),
  answer(role.get, ({ params, language }): RoleDetail => {
    const account = found(params.id, language)
    return { ...rowOf(account, language), nodes: nodesOf(account) }
  }),
  answer(role.admins, ({ params, language }) => {
    const { id, username, name } = found(params.id, language)
    return { total: 1, admins: [{ id, username, name, status: 'enabled' as const }] }
  }),
  ...[role.create, role.update, role.remove].map((each) => answer(each, refuse)),
]
