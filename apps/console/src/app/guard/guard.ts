import type { MenuNode, SignedIn } from '@kabao/contract/access/session'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readToken, readUser, useSession } from '#kit'
import { entryOf, framePages, isInMenu, nameOf, type PageEntry, pathOf, sections } from '../client-menu.ts'
import { preload } from '../pages/registry.ts'
import { useSettings } from '../settings/store.ts'
import { loginAddress } from './addresses.ts'
import { neededMenu } from './menu-fetch.ts'
import { firstPermitted, mayOpen } from './roles.ts'

/** Open to every signed-in account (docs/specification/permissions.md); the login page and not-found lie outside the frame. */
const whiteList: ReadonlySet<string> = new Set(framePages.map(({ name }) => name))

/** Decides before the frame is shown: sign-in first, then permission (docs/specification/frame.md). */
export async function guardFrame({ request }: LoaderFunctionArgs): Promise<null> {
  const { pathname, searchParams } = new URL(request.url)
  const name = nameOf(pathname)
  requireLogin(name, searchParams)
  const first = requiredPage(readUser())
  if (first !== null && name !== first) {
    throw redirect(loginAddress(name, searchParams).replace('/login', pathOf(first) ?? ''))
  }
  const section = sections.find((each) => each.name === name)
  // Fetches the page's file while the menu is requested and the frame is rendered.
  if (!section) preload(name)
  const { menuFromServer } = useSettings.getState()
  const isPermitted = entryCheck(menuFromServer && !whiteList.has(name) ? await neededMenu() : [])
  const entry = entryOf(name)
  if (!entry || !isPermitted(entry)) throw refusal()
  const page = section?.children.find(isPermitted)
  if (page) throw redirect(`${page.path}${new URL(request.url).search}`)
  return null
}

/** The route name of the page that must be completed before any other; until then the service refuses every other call. */
function requiredPage(user: SignedIn | null): string | null {
  if (user?.mustChangePassword) return 'password'
  return user?.mustSetUpSecondFactor ? 'secondFactor' : null
}

/**
 * Tells whether the account may open an entry: its roles must permit it and, if the server's menu is in use, the menu must name
 * it.
 */
function entryCheck(menu: readonly MenuNode[]): (entry: PageEntry) => boolean {
  const { menuFromServer } = useSettings.getState()
  const { roles } = useSession.getState()
  return (entry) =>
    mayOpen(entry, roles) && (!menuFromServer || whiteList.has(entry.name) || isInMenu(menu, entry.name))
}

/** Whether a page of the frame is now "not found" by the menu that was read last. Such a page is discarded. */
export function isRefused(name: string): boolean {
  const { menu } = useSession.getState()
  const entry = entryOf(name)
  return !!entry && !!menu && useSettings.getState().menuFromServer && !entryCheck(menu)(entry)
}

/** With the server's menu: not found. Otherwise a redirect to the first page that the roles permit, if there is one. */
function refusal(): Response {
  const notFound = new Response(null, { status: 404 })
  if (useSettings.getState().menuFromServer) return notFound
  const first = firstPermitted(sections, useSession.getState().roles)
  return first ? redirect(first.path) : notFound
}

/** Even an unknown address asks for the sign-in first. */
export function guardUnknown({ request }: LoaderFunctionArgs): null {
  requireLogin('notFound', new URL(request.url).searchParams)
  return null
}

/** Reads the token at every navigation, so that a removed token is noticed at the next one. */
function requireLogin(name: string, query: URLSearchParams): void {
  if (readToken() === null) throw redirect(loginAddress(name, query))
}
