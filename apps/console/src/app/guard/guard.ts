import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readToken, readUser } from '#kit'
import { isInMenu, nameOf, pathOf, sections } from '../client-menu.ts'
import { loginAddress } from './addresses.ts'
import { neededMenu } from './menu-fetch.ts'

/** Open to whoever signed in (specification, section 6); the login page and not-found lie outside the frame. */
const whiteList: ReadonlySet<string> = new Set(['home', 'password'])

/** Decides before anything of the frame is shown: login first, then permission (specification, sections 4 and 6). */
export async function guardFrame({ request }: LoaderFunctionArgs): Promise<null> {
  const { pathname, searchParams } = new URL(request.url)
  const name = nameOf(pathname)
  requireLogin(name, searchParams)
  if (readUser()?.mustChangePassword && name !== 'password') {
    throw redirect(loginAddress(name, searchParams).replace('/login', pathOf('password') ?? ''))
  }
  if (whiteList.has(name)) return null
  const menu = await neededMenu()
  if (!isInMenu(menu, name)) throw new Response(null, { status: 404 })
  const section = sections.find((each) => each.name === name)
  const first = section?.children.find((page) => isInMenu(menu, page.name))
  if (first) throw redirect(`${first.path}${new URL(request.url).search}`)
  return null
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
