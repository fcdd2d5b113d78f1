import { nameOf, pathOf } from '../client-menu.ts'

/** The query key with the name of the route to return to after the sign-in (docs/specification/frame.md). */
const key = 'redirect'

/** Where a visitor without a session is sent, with the target's name and query; a `redirect` key in that query is kept. */
export function loginAddress(target: string, query: URLSearchParams): string {
  const search = query.has(key) ? new URLSearchParams(query) : new URLSearchParams([[key, target], ...query])
  return `/login?${search}`
}

/**
 * Where signing out leads: like `loginAddress`, but `redirect` is always the page that was left (docs/specification/sign-in.md).
 */
export function logoutAddress({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search)
  query.set(key, nameOf(pathname))
  return `/login?${query}`
}

/**
 * Where signing in leads: the route that `redirect` names, with the rest of the query. The route is found by its name, so no
 * address can lead out of the console; an unknown name leads to home.
 */
export function nextAddress(query: URLSearchParams): string {
  const path = pathOf(query.get(key) ?? 'home') ?? '/home'
  const rest = new URLSearchParams(query)
  rest.delete(key)
  return rest.size > 0 ? `${path}?${rest}` : path
}
