import type { Location, Path } from 'react-router'
import { createPath, NavigationType, parsePath } from 'react-router'
import { create } from 'zustand'
import { type FullKey, isUnsaved, pageOpens } from '#kit'
import { entryOf, nameOf } from '../client-menu.ts'
import { hasNoTab } from '../pages/without-tab.ts'
import { useSettings } from '../settings/store.ts'
import { forgetTabs, readTabs, type StoredTab, writeTabs } from './stored.ts'

/** An open page. `docs/decisions/012-tabs-and-keep-alive.md` describes the rules. */
export interface Tab {
  id: string
  /** Route name. */
  name: string
  title: FullKey
  /** The current address of the page, with its own filters; unaffected by other pages. */
  location: Location
  /** The address at which the tab was opened. */
  openedAs: string
  /** Counts its reloads. */
  version: number
}

interface Tabs {
  tabs: readonly Tab[]
  /** The shown page if it has no tab, because it needs none or because the tab bar is off. */
  loose: Tab | null
  active: string | null
  /** The ids of the pages that keep their state, the one that was used last first. */
  kept: readonly string[]
}

/** How many pages keep their state (docs/specification/frame.md). */
export const mostKept = 12

const blank = (): Tabs => ({ tabs: [newTab('/home', 'home')], loose: null, active: null, kept: [] })

export const useTabs = create<Tabs>(blank)

/** The tab id of each entry of the browser's history, by its key. */
const entries = new Map<string, string>()
/** The tabs that stay open once the tab `next` is shown; the others close then. */
let closing: { next: string; rest: readonly string[] } | null = null

export const fullPath = ({ location }: Pick<Tab, 'location'>): string => createPath(location)

/** The target of a link to a tab: its address, its id, and the state that its page keeps in the history. */
export const linkTo = (tab: Tab) => ({
  to: fullPath(tab),
  state: { ...(tab.location.state as object | null), tab: tab.id },
})

/** The tab that was opened at an address, even if its page now has another address. */
export const openTab = (tabs: readonly Tab[], path: string): Tab | undefined =>
  tabs.findLast((tab) => tab.openedAs === path)

/** A link to a page: to its open tab as it was left, or to the page itself if it has none. */
export const linkToPage = (tabs: readonly Tab[], path: string): { to: string; state?: object } => {
  const open = openTab(tabs, path)
  return open ? linkTo(open) : { to: path }
}

/** The pages to render, in a stable order: those that keep their state, and the one without a tab. */
export const keptTabs = ({ tabs, loose, kept }: Tabs): Tab[] =>
  [...tabs, ...(loose ? [loose] : [])].filter(({ id }) => kept.includes(id))

export const tabOf = (id: string): Tab | undefined => {
  const { tabs, loose } = useTabs.getState()
  return tabs.find((tab) => tab.id === id) ?? (loose?.id === id ? loose : undefined)
}

/** Records a completed navigation. */
export function visit(location: Location, action: NavigationType): void {
  const name = nameOf(location.pathname)
  if (!entryOf(name)) return
  const state = useTabs.getState()
  const known = tabFor(state, location, action, name)
  const tab = known ? movedTo(known, location) : newTab(location, idIn(location))
  entries.set(location.key, tab.id)
  if (!state.kept.includes(tab.id)) pageOpens()

  const isTab = state.tabs.some(({ id }) => id === tab.id)
  const mayHaveTab = useSettings.getState().tabBar && !hasNoTab(name)
  const tabs = isTab ? withTab(state.tabs, tab) : mayHaveTab ? [...state.tabs, tab] : state.tabs
  const loose = isTab || mayHaveTab ? null : tab
  const open = [...tabs, ...(loose ? [loose] : [])]
  const others = state.kept.filter((id) => id !== tab.id && isKept(open, id))
  const kept = [tab.id, ...others].filter((id, index) => index < mostKept || isUnsaved([id]))
  useTabs.setState({ tabs, loose, active: tab.id, kept })

  const left = (location.state as { leaves?: string } | null)?.leaves
  if (left) keepOnly(tabs.flatMap(({ id }) => (id === left ? [] : [id])))
  const plan = closing
  closing = null
  if (plan?.next === tab.id) keepOnly(plan.rest)
}

/** Changes the address of a hidden page only; the browser's address stays. */
export function moveHidden(id: string, to: Path, state: unknown): void {
  useTabs.setState(({ tabs }) => ({
    tabs: tabs.map((tab) => (tab.id === id ? { ...tab, location: { ...tab.location, ...to, state } } : tab)),
  }))
}

/** Creates a page again at its current address. */
export function reload(id: string): void {
  pageOpens()
  const anew = (tab: Tab) => (tab.id === id ? { ...tab, version: tab.version + 1 } : tab)
  useTabs.setState(({ tabs, loose }) => ({ tabs: tabs.map(anew), loose: loose && anew(loose) }))
}

export type Closing = 'current' | 'left' | 'right' | 'others' | 'all'

/**
 * Closes tabs; `which` is relative to the tab `id`.
 * @returns the tab to navigate to; the tabs close once it is shown. Null if the shown page stays.
 */
export function close(which: Closing, id: string): Tab | null {
  const { tabs, active } = useTabs.getState()
  const at = tabs.findIndex((tab) => tab.id === id)
  const rest = tabs.filter((_, index) => index === 0 || staysOpen(which, index, at))
  const next = nextOf(which, rest, tabs, at, active)
  const ids = rest.map((tab) => tab.id)
  if (next && next.id !== active) {
    closing = { next: next.id, rest: ids }
    return next
  }
  keepOnly(ids)
  return null
}

/** The ids of the tabs that `close` removes. */
export function closedBy(which: Closing, id: string): string[] {
  const { tabs } = useTabs.getState()
  const at = tabs.findIndex((tab) => tab.id === id)
  return tabs.filter((_, index) => index > 0 && !staysOpen(which, index, at)).map((tab) => tab.id)
}

/** The ids of the pages that lose their state when the reader navigates to an address. */
export function lostBy(location: Location, action: NavigationType): readonly string[] {
  const state = useTabs.getState()
  const name = nameOf(location.pathname)
  // Outside the frame no page keeps its state.
  if (!entryOf(name)) return state.kept
  const shown = tabOf(state.active ?? '')
  if (!shown) return []
  const isOwn = tabFor(state, location, action, name)?.id === shown.id
  const staysAsItIs = isOwn ? createPath(location) === fullPath(shown) : state.loose?.id !== shown.id
  return staysAsItIs ? [] : [shown.id]
}

/** Whether this way of closing is offered for a tab (docs/specification/frame.md). */
export const mayClose = (which: Closing, at: number, count: number): boolean => {
  if (which === 'current') return at > 0
  if (which === 'left') return at > 1
  if (which === 'right') return at < count - 1
  return true
}

/** Discards every page's state; the tabs stay while a session exists. */
export function leaveFrame(isSignedIn: boolean): void {
  closing = null
  if (isSignedIn) useTabs.setState({ active: null, kept: [], loose: null })
  else {
    entries.clear()
    useTabs.setState(blank(), true)
    forgetTabs()
  }
}

/** Whether the tabs from before the reload have been restored; until then the stored tabs stay unchanged. */
let isRestored = false

/**
 * Opens the tabs that were open before a reload, in their order; called once, when the menu is known.
 * @param mayOpen whether the account may still open a page
 */
export function restoreTabs(mayOpen: (name: string) => boolean): void {
  if (isRestored) return
  isRestored = true
  useTabs.setState(({ tabs }) => {
    const [home, ...others] = tabs
    const stored = readTabs().map(fromStored)
    const open = stored.filter(
      ({ name }, index) => index > 0 && !!entryOf(name) && !hasNoTab(name) && mayOpen(name),
    )
    const present = (tab: Tab) =>
      others.find((other) => other.id === tab.id || fullPath(other) === fullPath(tab))
    const back = open.map((tab) => present(tab) ?? tab)
    return { tabs: [...(home ? [home] : []), ...back, ...others.filter((tab) => !back.includes(tab))] }
  })
}

useTabs.subscribe(({ tabs }, before) => {
  if (!isRestored || tabs === before.tabs) return
  writeTabs(tabs.map((tab) => ({ id: tab.id, path: fullPath(tab), openedAs: tab.openedAs })))
})

const fromStored = ({ id, path, openedAs }: StoredTab): Tab => {
  const at = { pathname: '/', search: '', hash: '', ...parsePath(path), state: null, key: 'stored' }
  return { ...newTab(at, id), openedAs }
}

/** Gives the shown page a tab when the tab bar is turned on. */
export function adopt(): void {
  const { tabs, loose } = useTabs.getState()
  if (loose && !hasNoTab(loose.name)) useTabs.setState({ tabs: [...tabs, loose], loose: null })
}

function tabFor(state: Tabs, location: Location, action: NavigationType, name: string): Tab | undefined {
  const { tabs, loose, active } = state
  const same = [...tabs, ...(loose ? [loose] : [])].filter((tab) => tab.name === name)
  const by = (id: string | undefined) => same.find((tab) => tab.id === id)
  return (
    by(idIn(location)) ??
    by(entries.get(location.key)) ??
    same.find((tab) => fullPath(tab) === createPath(location)) ??
    same.find(isUnvisited) ??
    // A history entry from before a reload: most likely from a filter of the shown page.
    (action === NavigationType.Pop ? by(active ?? undefined) : undefined)
  )
}

const withTab = (tabs: readonly Tab[], tab: Tab): readonly Tab[] =>
  tabs.includes(tab) ? tabs : tabs.map((each) => (each.id === tab.id ? tab : each))

/** The tab with a new address; the same object if the address has not changed, so that its page does not render. */
function movedTo(tab: Tab, location: Location): Tab {
  if (isUnvisited(tab)) return { ...tab, location, openedAs: createPath(location) }
  const isThere = createPath(location) === fullPath(tab) && stateOf(location) === stateOf(tab.location)
  return isThere ? tab : { ...tab, location }
}

/** The state that a page keeps in the history, without the tab id of the entry. */
const stateOf = ({ state }: Location): string =>
  JSON.stringify({ ...(state as object | null), tab: undefined })

const idIn = ({ state }: Location): string | undefined => (state as { tab?: string } | null)?.tab

const start = Date.now().toString(36)
let last = 0

function newTab(at: Location | string, id = `${start}-${++last}`): Tab {
  const location: Location =
    typeof at === 'string' ? { pathname: at, search: '', hash: '', state: null, key: '' } : at
  const name = nameOf(location.pathname)
  const title = entryOf(name)?.title ?? 'menu.home'
  return { id, name, title, location, openedAs: createPath(location), version: 0 }
}

/** Whether this is the home tab that exists before the first visit. */
const isUnvisited = ({ location }: Tab) => location.key === ''

const isKept = (open: readonly Tab[], id: string) => open.some((each) => each.id === id)

function staysOpen(which: Closing, index: number, at: number): boolean {
  if (which === 'current') return index !== at
  if (which === 'left') return index >= at
  if (which === 'right') return index <= at
  return which === 'others' && index === at
}

function nextOf(
  which: Closing,
  rest: readonly Tab[],
  tabs: readonly Tab[],
  at: number,
  active: string | null,
): Tab | undefined {
  if (which === 'all') return tabs[0]
  if (which === 'others') return tabs[at]
  const isGone = tabs.some(({ id }) => id === active) && !rest.some(({ id }) => id === active)
  if (!isGone) return undefined
  return which === 'current' ? tabs[at - 1] : tabs[at]
}

function keepOnly(ids: readonly string[]): void {
  useTabs.setState(({ tabs, loose, kept }) => ({
    tabs: tabs.filter(({ id }) => ids.includes(id)),
    kept: kept.filter((id) => ids.includes(id) || id === loose?.id),
  }))
}
