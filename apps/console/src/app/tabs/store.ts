import type { Location, Path } from 'react-router'
import { createPath, NavigationType } from 'react-router'
import { create } from 'zustand'
import { type FullKey, isUnsaved, pageOpens } from '#kit'
import { entryOf, nameOf } from '../client-menu.ts'
import { hasNoTab, isNeverKept } from '../pages/registry.ts'
import { useSettings } from '../settings/store.ts'

/** An open page. The rules are written down in `docs/decisions/012-tabs-and-keep-alive.md`. */
export interface Tab {
  id: string
  /** Route name. */
  name: string
  title: FullKey
  /** Where the page is: what its own filters say, not where another page has gone meanwhile. */
  location: Location
  /** The address it was opened at. */
  openedAs: string
  /** Counts its reloads. */
  version: number
}

interface Tabs {
  tabs: readonly Tab[]
  /** The shown page, where it has no tab: it asks for none, or there is no tab bar. */
  loose: Tab | null
  active: string | null
  /** Pages that keep their state, the one that was used last first. */
  kept: readonly string[]
}

/** How many pages keep their state (docs/specification/frame.md). */
export const mostKept = 12

const blank = (): Tabs => ({ tabs: [newTab('/home', 'home')], loose: null, active: null, kept: [] })

export const useTabs = create<Tabs>(blank)

/** Which tab an entry of the browser's history belongs to. */
const entries = new Map<string, string>()
/** Tabs to close once the one that takes their place is shown. */
let closing: { next: string; rest: readonly string[] } | null = null

export const fullPath = ({ location }: Pick<Tab, 'location'>): string => createPath(location)

/** What a link to a tab carries, so that it leads to this tab and brings what its page keeps in the history. */
export const linkTo = (tab: Tab) => ({
  to: fullPath(tab),
  state: { ...(tab.location.state as object | null), tab: tab.id },
})

/** The tab that was opened at an address, wherever its page has gone since. */
export const openTab = (tabs: readonly Tab[], path: string): Tab | undefined =>
  tabs.findLast((tab) => tab.openedAs === path)

/** A link to a page from elsewhere: its open tab as it was left, or the page anew. */
export const linkToPage = (tabs: readonly Tab[], path: string): { to: string; state?: object } => {
  const open = openTab(tabs, path)
  return open ? linkTo(open) : { to: path }
}

/** The shown pages in a steady order: those with a state to keep, and the one without a tab. */
export const keptTabs = ({ tabs, loose, kept }: Tabs): Tab[] =>
  [...tabs, ...(loose ? [loose] : [])].filter(({ id }) => kept.includes(id))

export const tabOf = (id: string): Tab | undefined => {
  const { tabs, loose } = useTabs.getState()
  return tabs.find((tab) => tab.id === id) ?? (loose?.id === id ? loose : undefined)
}

/** Follows a navigation that was confirmed. */
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
  const kept = [tab.id, ...others].filter((id, at) => at < mostKept || isUnsaved([id]))
  useTabs.setState({ tabs, loose, active: tab.id, kept })

  const plan = closing
  closing = null
  if (plan?.next === tab.id) keepOnly(plan.rest)
}

/** A page that is hidden moves only itself; the browser stays where the reader is. */
export function moveHidden(id: string, to: Path, state: unknown): void {
  useTabs.setState(({ tabs }) => ({
    tabs: tabs.map((tab) => (tab.id === id ? { ...tab, location: { ...tab.location, ...to, state } } : tab)),
  }))
}

/** Makes a page anew where it stands. */
export function reload(id: string): void {
  pageOpens()
  const anew = (tab: Tab) => (tab.id === id ? { ...tab, version: tab.version + 1 } : tab)
  useTabs.setState(({ tabs, loose }) => ({ tabs: tabs.map(anew), loose: loose && anew(loose) }))
}

export type Closing = 'current' | 'left' | 'right' | 'others' | 'all'

/**
 * Closes tabs; which, is seen from the tab that was chosen.
 * @returns the tab to go to: those that close wait until it is shown. None where the shown page stays.
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

/** The tabs that `close` takes away. */
export function closedBy(which: Closing, id: string): string[] {
  const { tabs } = useTabs.getState()
  const at = tabs.findIndex((tab) => tab.id === id)
  return tabs.filter((_, index) => index > 0 && !staysOpen(which, index, at)).map((tab) => tab.id)
}

/** The pages that lose what is open on them when the reader goes to an address. */
export function lostBy(location: Location, action: NavigationType): readonly string[] {
  const state = useTabs.getState()
  const name = nameOf(location.pathname)
  // All pages go with the frame.
  if (!entryOf(name)) return state.kept
  const shown = tabOf(state.active ?? '')
  if (!shown) return []
  const isOwn = tabFor(state, location, action, name)?.id === shown.id
  const staysAsItIs = isOwn
    ? createPath(location) === fullPath(shown)
    : state.loose?.id !== shown.id && !isNeverKept(shown.name)
  return staysAsItIs ? [] : [shown.id]
}

/** What is offered for a tab (docs/specification/frame.md). */
export const mayClose = (which: Closing, at: number, count: number): boolean => {
  if (which === 'current') return at > 0
  if (which === 'left') return at > 1
  if (which === 'right') return at < count - 1
  return true
}

/** Forgets every page's state; the tabs stay while somebody is signed in. */
export function leaveFrame(isSignedIn: boolean): void {
  closing = null
  if (isSignedIn) useTabs.setState({ active: null, kept: [], loose: null })
  else {
    entries.clear()
    useTabs.setState(blank(), true)
  }
}

/** Gives the shown page a tab, when the tab bar is switched on. */
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
    // An entry from before a reload: most likely one of the page's own filters.
    (action === NavigationType.Pop ? by(active ?? undefined) : undefined)
  )
}

const withTab = (tabs: readonly Tab[], tab: Tab): readonly Tab[] =>
  tabs.includes(tab) ? tabs : tabs.map((each) => (each.id === tab.id ? tab : each))

/** A tab at another place; the very same one where it comes back to its own, so that nothing of it is drawn anew. */
function movedTo(tab: Tab, location: Location): Tab {
  if (isUnvisited(tab)) return { ...tab, location, openedAs: createPath(location) }
  const isThere = createPath(location) === fullPath(tab) && stateOf(location) === stateOf(tab.location)
  return isThere ? tab : { ...tab, location }
}

/** What a page keeps in the history; the tab that an entry names is not of the page. */
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

/** The home tab is there before anybody was. */
const isUnvisited = ({ location }: Tab) => location.key === ''

const isKept = (open: readonly Tab[], id: string) => {
  const tab = open.find((each) => each.id === id)
  return tab !== undefined && !isNeverKept(tab.name)
}

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
