import type { MenuNode, SignedIn } from '@kabao/contract/access/session'
import { create } from 'zustand'

/** Source: docs/specification/sign-in.md. */
const tokenKey = 'token'
const userKey = 'user_info'

/** Read at each use, never cached: it may change in another browser tab, or by hand. */
export const readToken = (): string | null => localStorage.getItem(tokenKey) || null

/** The account that signed in, as the sign-in answered; null without a session. */
export function readUser(): SignedIn | null {
  try {
    return JSON.parse(localStorage.getItem(userKey) ?? 'null') as SignedIn | null
  } catch {
    return null
  }
}

/** The permissions of the signed-in account. `menu` is null until it is fetched. */
export interface Session {
  menu: readonly MenuNode[] | null
  /** Permission points: the nodes of type 2 (docs/specification/permissions.md). */
  points: ReadonlySet<string>
  /** `admin` until the account's own roles are known (docs/specification/permissions.md). */
  roles: readonly string[]
}

const emptySession: Session = { menu: null, points: new Set(), roles: ['admin'] }
export const useSession = create<Session>(() => emptySession)

/** The account whose pages this tab shows; null on the login page. */
let account = readUser()?.username ?? null

/** What has become of the session of this tab: another tab may have ended it, or signed in as somebody else. */
export function storedSession(): 'same' | 'ended' | 'another' {
  if (account === null) return 'same'
  if (readToken() === null) return 'ended'
  const user = readUser()
  return user === null || user.username === account ? 'same' : 'another'
}

let isSignedOut = false
/**
 * Whether the session was ended by this page. Until the login page is shown, other parts may still send requests without a
 * token; a refusal of these is not an expired session.
 */
export const hasSignedOut = (): boolean => isSignedOut

/** Stores a new session: the raw token, and the whole answer (docs/specification/sign-in.md). */
export function beginSession(answer: SignedIn): void {
  isSignedOut = false
  account = answer.username
  renewSession(answer)
  useSession.setState(emptySession, true)
}

/** Stores a new session of the same account. Its menu stays until the next is fetched, because pages with unsaved changes need it. */
export function renewSession(answer: SignedIn): void {
  localStorage.setItem(tokenKey, answer.token)
  localStorage.setItem(userKey, JSON.stringify(answer))
}

/** Removes the session from this browser; another function signs out at the service. */
export function endSession(): void {
  isSignedOut = true
  account = null
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(userKey)
  useSession.setState(emptySession, true)
}

/** Changes the stored account, after its profile or password has changed. */
export function updateUser(part: Partial<SignedIn>): void {
  const user = readUser()
  if (!user) return
  localStorage.setItem(userKey, JSON.stringify({ ...user, ...part }))
  // The account is not in the store, so this makes the components read it again.
  useSession.setState({})
}

/** The name of the signed-in administrator; follows a change of the profile. */
export const useUserName = (): string => useSession(() => readUser()?.name || readUser()?.username || '')

/** Stores the server's menu; its nodes of type 2 are the permission points. */
export function takeMenu(menu: readonly MenuNode[]): void {
  useSession.setState({
    menu,
    points: new Set(nodesOf(menu).flatMap((node) => (node.type === 2 ? node.name : []))),
  })
}

/** Whether it is known what the account may do; before, it seems to have no rights. */
export const useRightsKnown = (): boolean => useSession(({ menu }) => menu !== null)

/** Every node of a tree. */
export const nodesOf = (tree: readonly MenuNode[]): MenuNode[] =>
  tree.flatMap((node) => [node, ...nodesOf(node.children ?? [])])
