import { nameOf, pathOf } from '../client-menu.ts'

/** The query key that holds the name of the route to return to (docs/specification/frame.md). */
const key = 'redirect'

/** Where a visitor without a session is sent: the target's name and its own query; its own `redirect` key wins. */
export function loginAddress(target: string, query: URLSearchParams): string {
  const search = query.has(key) ? new URLSearchParams(query) : new URLSearchParams([[key, target], ...query])
  return `/login?${search}`
}

/** Where logging out leads: like `loginAddress`, but the page that was left wins (docs/specification/sign-in.md). */
export function logoutAddress({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search)
  query.set(key, nameOf(pathname))
  return `/login?${query}`
}

/**
 * Where signing in leads: the route that `redirect` names, with the rest of the query. It is looked up by name, so
 * no address can lead out of the console; an unknown name leads home.
 */
export function nextAddress(query: URLSearchParams): string {
  const path = pathOf(query.get(key) ?? 'home') ?? '/home'
  const rest = new URLSearchParams(query)
  rest.delete(key)
  return rest.size > 0 ? `${path}?${rest}` : path
}
