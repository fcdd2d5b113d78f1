import { role as area, type RoleDetail } from '@kabao/contract/access/role'
import { allPoints, pointsOf } from '@kabao/contract/app/areas'
import { menuTree } from '@kabao/contract/app/menu'
import { grantable, roleTree } from '@kabao/contract/app/role-tree'
import { startersIn } from '@kabao/contract/app/starter-roles'
import { accounts, roleName, sees } from '../accounts.ts'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'

const seedOf = (id: string) => accounts.find((account) => account.id === id)
const holders = (id: string) =>
  rowsOf<{ username: string; name: string; status: 'enabled' | 'disabled'; roleIds: string[] }>(
    'admin',
  ).filter(({ roleIds }) => roleIds.includes(id))

/** The two roles of the demo can be viewed but not changed. */
export const role = special(area, {
  count: accounts.length,
  row: (_random, at) => {
    const { id, username } = accounts[at] as (typeof accounts)[number]
    const nodes = [...grantable].filter((node) => sees(username, node, allPoints()))
    const plain = { requiresSecondFactor: false, remark: '', createdBy: null, createdAt: daysAgo(200 + at) }
    return { id, code: username, isSuper: at === 0, dataScope: 'all' as const, nodes, ...plain }
  },
  fresh: () => ({ isSuper: false }),
  now: ({ id, nodes, name }, { language }) => {
    const seed = seedOf(id)
    return {
      name: seed ? roleName(seed.username, language) : name,
      pointCount: nodes.filter((node) => node.includes(':')).length,
      adminCount: holders(id).length,
      isManageable: !seed,
    }
  },
  unique: ['code'],
  calls: {
    tree: ({ language }) => ({ nodes: roleTree(language, () => true), starters: startersIn(language) }),
    preview: ({ body }) => menuTree(pointsOf, (node) => body.nodes.includes(node)),
    admins: (call, table) => {
      const { id } = table.find(call.params.id, call) as RoleDetail
      const admins = holders(id)
      return { total: admins.length, admins }
    },
  },
})
