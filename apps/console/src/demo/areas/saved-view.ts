import { allPoints } from '@kabao/contract/app/areas'
import { savedView as area, type SavedView } from '@kabao/contract/operations/saved-view'
import { type Account, accounts, pointsOfRole, roleName, roleOf } from '../accounts.ts'
import { special } from '../special.ts'

const mayShare = (account: Account | null) =>
  account !== null && pointsOfRole(roleOf(account), allPoints()).includes('savedView:share')
const accountOf = (id: unknown) => accounts.find((account) => account.id === id)

/** The saved views of visitors. */
export const savedView = special(area, {
  count: 0,
  fresh: ({ id }) => ({ ownerId: id }),
  unique: ['ownerId', 'list', 'name'],
  sees: ({ ownerId, roleId }, { account }) =>
    ownerId === account?.id ||
    (roleId !== null && (mayShare(account) || accountOf(roleId)?.username === account?.username)),
  now: ({ ownerId, roleId }, { account, language }) => {
    const role = accountOf(roleId)
    return {
      roleName: role ? roleName(role.username, language) : null,
      ownerName: accountOf(ownerId)?.name ?? '',
      isMine: ownerId === account?.id,
      isManageable: ownerId === account?.id || mayShare(account),
    }
  },
  calls: {
    list: ({ query, ...reader }, table) => ({
      views: table
        .matching({}, reader)
        .map((view) => table.shown(view, reader) as unknown as SavedView)
        .filter(({ list }) => list === query.list)
        .sort((one, other) => one.name.localeCompare(other.name)),
      mayShare: mayShare(reader.account),
    }),
    roles: ({ language }) => accounts.map(({ id, username }) => ({ id, name: roleName(username, language) })),
  },
})
