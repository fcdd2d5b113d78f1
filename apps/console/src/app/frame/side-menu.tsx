import { frameWords } from '@kabao/contract/app/frame.words'
import { menuWords } from '@kabao/contract/app/menu.words'
import { type MouseEvent, memo, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import {
  IconChevronDown,
  insideMain,
  Menu,
  Tooltip,
  translate,
  UnstyledButton,
  useLanguage,
  useWords,
} from '#kit'
import { nameOf } from '../client-menu.ts'
import { type Entry, isExternal, useEntries } from '../menu-entries.ts'
import { preload } from '../pages/registry.ts'
import { isPlain, SteadyLink } from '../tabs/steady-link.tsx'
import { linkTo, openTab, useTabs } from '../tabs/store.ts'
import { moveInMenu } from './menu-keys.ts'
import classes from './side-menu.module.css'
import { openSectionOf, setDrawer, toggleSection, useSide } from './side-store.ts'

/**
 * The menu: the entries that the server names and this console has. A collapsed menu shows icons and opens its sections beside
 * them.
 */
export function SideMenu({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const { t } = useWords(frameWords)
  useWords(menuWords)
  const entries = useEntries()
  const { pathname } = useLocation()
  const current = nameOf(pathname)
  useLayoutEffect(() => openSectionOf(current), [current])

  return (
    <nav
      aria-label={t('menu.label')}
      className={classes.menu}
      data-collapsed={isCollapsed || undefined}
      onKeyDown={moveInMenu}
    >
      <ul>
        {entries.map((entry) => (
          <li key={entry.name}>
            {entry.children && isCollapsed && <PopOut entry={entry} current={within(entry, current)} />}
            {entry.children && !isCollapsed && <Section entry={entry} current={within(entry, current)} />}
            {!entry.children && (
              <Leaf entry={entry} isCurrent={entry.name === current} isCollapsed={isCollapsed} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The current page for the section that holds it, undefined for the others, so that they do not render at a navigation. */
const within = ({ children = [] }: Entry, current: string) =>
  children.some(({ name }) => name === current) ? current : null

/** The entries of a section: pages that share one are that of the current page, or else the first of them. */
const shownIn = ({ children = [] }: Entry, current: string | null): readonly Entry[] =>
  children.flatMap((page) => {
    const { entry } = page
    if (!entry) return page
    const all = children.filter((each) => each.entry === entry)
    return page === (all.find(({ name }) => name === current) ?? all[0]) ? { ...page, title: entry } : []
  })

type SectionProps = { entry: Entry; current: string | null }

const Section = memo(function Section({ entry, current }: SectionProps) {
  useLanguage()
  const isOpen = useSide(({ open }) => open.has(entry.name))
  const { icon: Icon } = entry
  const id = `section-${entry.name}`
  return (
    <>
      <UnstyledButton
        className={classes.entry}
        aria-expanded={isOpen}
        aria-controls={id}
        data-has-current={current !== null || undefined}
        onClick={() => toggleSection(entry.name)}
      >
        {Icon && <Icon size={18} aria-hidden />}
        <span className={classes.text}>{translate(entry.title)}</span>
        <IconChevronDown size={14} className={classes.chevron} aria-hidden />
      </UnstyledButton>
      <ul id={id} hidden={!isOpen}>
        {shownIn(entry, current).map((child) => (
          <li key={child.name}>
            <Leaf entry={child} isCurrent={child.name === current} isNested />
          </li>
        ))}
      </ul>
    </>
  )
})

const Leaf = memo(function Leaf({
  entry,
  isCurrent,
  isNested,
  isCollapsed = false,
}: {
  entry: Entry
  isCurrent: boolean
  isNested?: boolean
  isCollapsed?: boolean
}) {
  useLanguage()
  const { icon: Icon } = entry
  const title = translate(entry.title)
  const link = (
    <SteadyLink
      {...useEntryLink(entry)}
      className={classes.entry}
      data-nested={isNested}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={isCollapsed ? title : undefined}
      onClick={(event) => follow(event, isCurrent)}
    >
      {Icon && <Icon size={18} aria-hidden />}
      <span className={classes.text}>{title}</span>
    </SteadyLink>
  )
  if (!isCollapsed) return link
  return (
    <Tooltip label={title} position="right">
      {link}
    </Tooltip>
  )
})

function PopOut({ entry, current }: SectionProps) {
  const { icon: Icon } = entry
  const title = translate(entry.title)
  return (
    <Menu trigger="click-hover" position="right-start" width={200} {...insideMain()}>
      <Menu.Target>
        <UnstyledButton
          className={classes.entry}
          aria-label={title}
          data-has-current={current !== null || undefined}
        >
          {Icon && <Icon size={18} aria-hidden />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        {shownIn(entry, current).map((child) => (
          <PopOutItem key={child.name} entry={child} isCurrent={child.name === current} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function PopOutItem({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  const link = useEntryLink(entry)
  return (
    <Menu.Item
      component={SteadyLink}
      {...link}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event: MouseEvent) => follow(event, isCurrent)}
    >
      {translate(entry.title)}
    </Menu.Item>
  )
}

/** The link of an entry: to an external address, to the open tab of the page, or to the page. */
function useEntryLink(entry: Entry) {
  const { name, path } = entry
  const tab = useTabs(({ tabs }) => openTab(tabs, path))
  if (isExternal(entry)) return { to: path, target: '_blank', rel: 'noreferrer' }
  return {
    ...(tab ? linkTo(tab) : { to: path }),
    onPointerEnter: () => preload(name),
    onFocus: () => preload(name),
  }
}

/** Choosing the current page does nothing: no request, no history entry, and its query stays. */
function follow(event: MouseEvent, isCurrent: boolean): void {
  if (isCurrent && isPlain(event)) event.preventDefault()
  setDrawer(false)
}
