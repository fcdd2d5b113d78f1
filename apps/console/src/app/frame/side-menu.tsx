import { frameWords } from '@kabao/contract/frame.words'
import { menuWords } from '@kabao/contract/menu.words'
import { type MouseEvent, useLayoutEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { IconChevronDown, insideMain, Menu, Tooltip, translate, UnstyledButton, useWords } from '#kit'
import { nameOf } from '../client-menu.ts'
import { type Entry, isExternal, useEntries } from '../menu-entries.ts'
import { preload } from '../pages/registry.ts'
import { linkToPage, useTabs } from '../tabs/store.ts'
import { moveInMenu } from './menu-keys.ts'
import classes from './side-menu.module.css'
import { openSectionOf, setDrawer, toggleSection, useSide } from './side-store.ts'

/** The menu: what the server names and this console has. Collapsed, it shows icons and opens beside them. */
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
            {entry.children && isCollapsed && <PopOut entry={entry} current={current} />}
            {entry.children && !isCollapsed && <Section entry={entry} current={current} />}
            {!entry.children && <Leaf entry={entry} current={current} isCollapsed={isCollapsed} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Section({ entry, current }: { entry: Entry; current: string }) {
  const isOpen = useSide(({ open }) => open.has(entry.name))
  const { icon: Icon, children = [] } = entry
  const id = `section-${entry.name}`
  return (
    <>
      <UnstyledButton
        className={classes.entry}
        aria-expanded={isOpen}
        aria-controls={id}
        data-has-current={children.some((child) => child.name === current) || undefined}
        onClick={() => toggleSection(entry.name)}
      >
        {Icon && <Icon size={18} aria-hidden />}
        <span className={classes.text}>{translate(entry.title)}</span>
        <IconChevronDown size={14} className={classes.chevron} aria-hidden />
      </UnstyledButton>
      <ul id={id} hidden={!isOpen}>
        {children.map((child) => (
          <li key={child.name}>
            <Leaf entry={child} current={current} isNested />
          </li>
        ))}
      </ul>
    </>
  )
}

function Leaf({
  entry,
  current,
  isNested,
  isCollapsed = false,
}: {
  entry: Entry
  current: string
  isNested?: boolean
  isCollapsed?: boolean
}) {
  const { icon: Icon, name } = entry
  const title = translate(entry.title)
  const link = useEntryLink(entry)
  return (
    <Tooltip label={title} position="right" disabled={!isCollapsed}>
      <Link
        {...link}
        className={classes.entry}
        data-nested={isNested}
        aria-current={name === current ? 'page' : undefined}
        aria-label={isCollapsed ? title : undefined}
        onClick={(event) => follow(event, name === current)}
      >
        {Icon && <Icon size={18} aria-hidden />}
        <span className={classes.text}>{title}</span>
      </Link>
    </Tooltip>
  )
}

function PopOut({ entry, current }: { entry: Entry; current: string }) {
  const { icon: Icon, children = [] } = entry
  const title = translate(entry.title)
  return (
    <Menu trigger="click-hover" position="right-start" width={200} {...insideMain()}>
      <Menu.Target>
        <UnstyledButton
          className={classes.entry}
          aria-label={title}
          data-has-current={children.some((child) => child.name === current) || undefined}
        >
          {Icon && <Icon size={18} aria-hidden />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        {children.map((child) => (
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
      component={Link}
      {...link}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event: MouseEvent) => follow(event, isCurrent)}
    >
      {translate(entry.title)}
    </Menu.Item>
  )
}

/** Where an entry leads: out of the console, to the tab that its page has already, or to the page. */
function useEntryLink(entry: Entry) {
  const { name, path } = entry
  const tabs = useTabs((state) => state.tabs)
  if (isExternal(entry)) return { to: path, target: '_blank', rel: 'noreferrer' }
  return { ...linkToPage(tabs, path), onPointerEnter: () => preload(name), onFocus: () => preload(name) }
}

/** Choosing the present page does nothing: no request, no history entry, and its query stays. */
function follow(event: MouseEvent, isCurrent: boolean): void {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (isCurrent && isPlain) event.preventDefault()
  setDrawer(false)
}
