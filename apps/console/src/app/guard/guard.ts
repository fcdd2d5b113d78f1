import type { MenuNode, SignedIn } from '@kabao/contract/session'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readToken, readUser, useSession } from '#kit'
import { entryOf, framePages, isInMenu, nameOf, type PageEntry, pathOf, sections } from '../client-menu.ts'
import { preload } from '../pages/registry.ts'
import { useSettings } from '../settings/store.ts'
import { loginAddress } from './addresses.ts'
import { neededMenu } from './menu-fetch.ts'
import { firstPermitted, mayOpen } from './roles.ts'

/** Open to whoever signed in (docs/specification/permissions.md); the login page and not-found lie outside the frame. */
const whiteList: ReadonlySet<string> = new Set(framePages.map(({ name }) => name))

/** Decides before anything of the frame is shown: login first, then permission (docs/specification/frame.md). */
export async function guardFrame({ request }: LoaderFunctionArgs): Promise<null> {
  const { pathname, searchParams } = new URL(request.url)
  const name = nameOf(pathname)
  requireLogin(name, searchParams)
  const first = firstOf(readUser())
  if (first !== null && name !== first) {
    throw redirect(loginAddress(name, searchParams).replace('/login', pathOf(first) ?? ''))
  }
  const section = sections.find((each) => each.name === name)
  // The page's file is on its way while the menu is asked for, and while the frame is drawn.
  if (!section) preload(name)
  const { menuFromServer } = useSettings.getState()
  const sees = sight(menuFromServer && !whiteList.has(name) ? await neededMenu() : [])
  const entry = entryOf(name)
  if (!entry || !sees(entry)) throw refusal()
  const page = section?.children.find(sees)
  if (page) throw redirect(`${page.path}${new URL(request.url).search}`)
  return null
}

/** The page that comes before all others, by its route name: the service answers nothing else until it is done. */
function firstOf(user: SignedIn | null): string | null {
  if (user?.mustChangePassword) return 'password'
  return user?.mustSetUpSecondFactor ? 'secondFactor' : null
}

/** Whether the account may open an entry: by its roles and, where the menu is the server's, by its name there. */
function sight(menu: readonly MenuNode[]): (entry: PageEntry) => boolean {
  const { menuFromServer } = useSettings.getState()
  const { roles } = useSession.getState()
  return (entry) =>
    mayOpen(entry, roles) && (!menuFromServer || whiteList.has(entry.name) || isInMenu(menu, entry.name))
}

/** Whether an address of the frame will be "not found", by the menu that was read last: no page of the frame outlives that. */
export function isRefused(name: string): boolean {
  const { menu } = useSession.getState()
  const entry = entryOf(name)
  return !!entry && !!menu && useSettings.getState().menuFromServer && !sight(menu)(entry)
}

/** Not found where the server's menu decides; otherwise the first page that the roles permit, where there is one. */
function refusal(): Response {
  const notFound = new Response(null, { status: 404 })
  if (useSettings.getState().menuFromServer) return notFound
  const first = firstPermitted(sections, useSession.getState().roles)
  return first ? redirect(first.path) : notFound
}

/** An unknown address is nobody's business before login either. */
export function guardUnknown({ request }: LoaderFunctionArgs): null {
  requireLogin('notFound', new URL(request.url).searchParams)
  return null
}

/** The token is read at every navigation, so one that was removed meanwhile is noticed at the next. */
function requireLogin(name: string, query: URLSearchParams): void {
  if (readToken() === null) throw redirect(loginAddress(name, query))
}
