import type { SignedIn } from '@kabao/contract/session'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readToken, readUser } from '#kit'
import { framePages, isInMenu, nameOf, pathOf, sections } from '../client-menu.ts'
import { preload } from '../pages/registry.ts'
import { useSettings } from '../settings/store.ts'
import { loginAddress } from './addresses.ts'
import { neededMenu } from './menu-fetch.ts'

/** Open to whoever signed in (specification, section 6); the login page and not-found lie outside the frame. */
const whiteList: ReadonlySet<string> = new Set(framePages.map(({ name }) => name))

/** Decides before anything of the frame is shown: login first, then permission (specification, sections 4 and 6). */
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
  if (whiteList.has(name)) return null
  const sees = await sight()
  if (!sees(name)) throw new Response(null, { status: 404 })
  const page = section?.children.find((child) => sees(child.name))
  if (page) throw redirect(`${page.path}${new URL(request.url).search}`)
  return null
}

/** The page that comes before all others, by its route name: the service answers nothing else until it is done. */
function firstOf(user: SignedIn | null): string | null {
  if (user?.mustChangePassword) return 'password'
  return user?.mustSetUpSecondFactor ? 'secondFactor' : null
}

/** What the account may open: what the server's menu names, or every page where the menu is the console's own. */
async function sight(): Promise<(name: string) => boolean> {
  if (!useSettings.getState().menuFromServer) return () => true
  const menu = await neededMenu()
  return (name) => isInMenu(menu, name)
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
