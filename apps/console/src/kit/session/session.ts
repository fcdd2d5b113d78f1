import type { MenuNode, SignedIn } from '@kabao/contract/session'
import { create } from 'zustand'

/** Source: docs/specification/sign-in.md. */
const tokenKey = 'token'
const userKey = 'user_info'

/** Read whenever it is needed, never kept: it may change in another tab, or by hand. */
export const readToken = (): string | null => localStorage.getItem(tokenKey) || null

/** Who signed in, as the login answered; null when nobody did. */
export function readUser(): SignedIn | null {
  try {
    return JSON.parse(localStorage.getItem(userKey) ?? 'null') as SignedIn | null
  } catch {
    return null
  }
}

/** What the signed-in account may see. `menu` is null until it was fetched. */
export interface Session {
  menu: readonly MenuNode[] | null
  /** Permission points: the nodes of type 2 (docs/specification/permissions.md). */
  points: ReadonlySet<string>
  /** `admin` until the account's own roles are known (docs/specification/permissions.md). */
  roles: readonly string[]
}

const nobody: Session = { menu: null, points: new Set(), roles: ['admin'] }
export const useSession = create<Session>(() => nobody)

let isSignedOut = false
/** Whether the session of this page was ended here: what its parts ask for until the login is there is nobody's any more. */
export const hasSignedOut = (): boolean => isSignedOut

/** Keeps a new session: the raw token, and the whole answer (docs/specification/sign-in.md). */
export function beginSession(answer: SignedIn): void {
  isSignedOut = false
  localStorage.setItem(tokenKey, answer.token)
  localStorage.setItem(userKey, JSON.stringify(answer))
  useSession.setState(nobody, true)
}

/** Forgets the session in this browser; the service is told elsewhere. */
export function endSession(): void {
  isSignedOut = true
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(userKey)
  useSession.setState(nobody, true)
}

/** Changes what is kept of the account, after it changed its own profile or password. */
export function updateUser(part: Partial<SignedIn>): void {
  const user = readUser()
  if (!user) return
  localStorage.setItem(userKey, JSON.stringify({ ...user, ...part }))
  // It is kept outside the store: whoever shows it is told to look again.
  useSession.setState({})
}

/** What whoever signed in is called; follows a change of the own profile. */
export const useUserName = (): string => useSession(() => readUser()?.name || readUser()?.username || '')

/** Takes the server's menu: its nodes of type 2 are the permission points. */
export function takeMenu(menu: readonly MenuNode[]): void {
  useSession.setState({
    menu,
    points: new Set(nodesOf(menu).flatMap((node) => (node.type === 2 ? node.name : []))),
  })
}

/** Every node of a tree. */
export const nodesOf = (tree: readonly MenuNode[]): MenuNode[] =>
  tree.flatMap((node) => [node, ...nodesOf(node.children ?? [])])
