import { nodesOfStarter, starterRoles } from '@kabao/contract/app/starter-roles'
import { inLanguage } from '@kabao/contract/kernel/language'
import type { Db } from '#platform/db/client'

/** Adds the starter roles, as ordinary roles that may be changed and deleted; a role that has the code of one stays as it is. */
export async function addStarterRoles(write: Db): Promise<void> {
  const made = await write
    .insertInto('role')
    .values(
      starterRoles.map(({ code, name, dataScope }) => ({ code, name: inLanguage(name, 'zh-CN'), dataScope })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['id', 'code'])
    .execute()
  const nodes = starterRoles.flatMap((role) => {
    const roleId = made.find(({ code }) => code === role.code)?.id
    return roleId === undefined ? [] : nodesOfStarter(role).map((node) => ({ roleId, node }))
  })
  if (nodes.length > 0) await write.insertInto('roleNode').values(nodes).execute()
}
