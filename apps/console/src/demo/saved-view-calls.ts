import { allPoints } from '@kabao/contract/areas'
import { codes } from '@kabao/contract/envelope'
import type { Language } from '@kabao/contract/language'
import { wordSchemaProblem } from '@kabao/contract/problems'
import { type SavedView, savedView } from '@kabao/contract/saved-view'
import { type Account, accounts, pointsOfRole, roleName, roleOf } from './accounts.ts'
import { answer, Refused, say } from './serve.ts'

type Stored = Omit<SavedView, 'roleName' | 'ownerName' | 'isMine' | 'isManageable'> & { ownerId: string }

/** What visitors save; it lasts until the page is reloaded. */
let views: Stored[] = []
let lastId = 0

export const savedViewHandlers = [
  answer(savedView.list, ({ query, account, language }) => ({
    views: views
      .filter((view) => view.list === query.list && isSeen(view, account))
      .map((view) => shown(view, account, language)),
    mayShare: mayShare(account),
  })),
  answer(savedView.roles, ({ language }) =>
    accounts.map(({ id, username }) => ({ id, name: roleName(username, language) })),
  ),
  answer(savedView.create, ({ body, account, language }) => {
    refuseTaken({ ...body, ownerId: account?.id }, language)
    const now = new Date().toISOString()
    const view: Stored = {
      ...body,
      id: String(++lastId),
      ownerId: account?.id ?? '1',
      createdAt: now,
      updatedAt: now,
      version: 1,
    }
    views = [...views, view]
    return shown(view, account, language)
  }),
  answer(savedView.update, ({ body, account, language }) => {
    const found = manageable(body.id, account, language)
    if (found.version !== body.version)
      throw new Refused(codes.conflict, say('stale', language), { current: shown(found, account, language) })
    refuseTaken({ ...found, ...body }, language)
    Object.assign(found, body, { version: found.version + 1, updatedAt: new Date().toISOString() })
    return shown(found, account, language)
  }),
  answer(savedView.remove, ({ params, account, language }) => {
    const found = manageable(params.id, account, language)
    views = views.filter((view) => view !== found)
    return null
  }),
  // After the path that it would match too.
  answer(savedView.get, ({ params, account, language }) =>
    shown(find(params.id, account, language), account, language),
  ),
]

function find(id: string, account: Account | null, language: Language): Stored {
  const found = views.find((view) => view.id === id && isSeen(view, account))
  if (!found) throw new Refused(codes.notFound, say('notFound', language))
  return found
}

function manageable(id: string, account: Account | null, language: Language): Stored {
  const found = find(id, account, language)
  if (!isManageable(found, account)) throw new Refused(codes.forbidden, say('forbidden', language))
  return found
}

const isManageable = ({ ownerId }: Stored, account: Account | null) =>
  ownerId === account?.id || mayShare(account)

const mayShare = (account: Account | null) =>
  account !== null && pointsOfRole(roleOf(account), allPoints()).includes(savedView.roles.point as string)

const isSeen = ({ ownerId, roleId }: Stored, account: Account | null) =>
  ownerId === account?.id ||
  (roleId !== null && (mayShare(account) || accountOfRole(roleId)?.username === account?.username))

const accountOfRole = (roleId: string) => accounts.find(({ id }) => id === roleId)

function shown(stored: Stored, account: Account | null, language: Language): SavedView {
  const { ownerId, ...view } = stored
  const role = view.roleId === null ? undefined : accountOfRole(view.roleId)
  return {
    ...view,
    roleName: role ? roleName(role.username, language) : null,
    ownerName: accountOfRole(ownerId)?.name ?? '',
    isMine: ownerId === account?.id,
    isManageable: isManageable(stored, account),
  }
}

function refuseTaken(
  view: { id?: string; ownerId?: string | undefined; list: string; name: string },
  language: Language,
): void {
  const isTaken = views.some(
    ({ id, ownerId, list, name }) =>
      id !== view.id &&
      ownerId === view.ownerId &&
      list === view.list &&
      name.toLowerCase() === view.name.toLowerCase(),
  )
  if (isTaken)
    throw new Refused(codes.conflict, say('conflict', language), {
      fields: { name: wordSchemaProblem('taken', language) },
    })
}
