import { frameWords } from '@kabao/contract/app/frame.words'
import { lazy, type MouseEvent, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { IconX, mayLose, UnstyledButton, useWords } from '#kit'
import { loadChunk } from '#kit/page/chunk.ts'
import { isPlain, SteadyLink } from './steady-link.tsx'
import { type Closing, close, closedBy, linkTo, reload, type Tab, useTabs } from './store.ts'
import classes from './tab-bar.module.css'
import { focusTab, moveInTabs } from './tab-keys.ts'
import { TabMenu } from './tab-menu.tsx'
import { type Label, labelText, useLabels } from './use-labels.ts'
import { useOverflow } from './use-overflow.ts'

const TabOverflow = lazy(() => loadChunk(() => import('./tab-overflow.tsx')))

/** The open pages as a row of tabs; a right click opens a menu. */
export function TabBar() {
  const { t } = useWords(frameWords)
  const tabs = useTabs((state) => state.tabs)
  const active = useTabs((state) => state.active)
  const labels = useLabels()
  const [menuTab, setMenuTab] = useState<string | null>(null)
  const bar = useRef<HTMLElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const overflows = useOverflow(row, t, tabs.length)
  const hadFocus = useRef(false)
  // A tab that closes loses the focus, so the focus moves to the shown tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when tabs were closed
  useEffect(() => {
    if (hadFocus.current) focusTab(bar.current)
    hadFocus.current = false
  }, [tabs])
  const navigate = useNavigate()
  const closeTabs = useCallback(
    async (id: string, which: Closing = 'current') => {
      if (!(await mayLose(closedBy(which, id)))) return
      hadFocus.current = bar.current?.contains(document.activeElement) ?? false
      const next = close(which, id)
      if (!next) return
      const { to, state } = linkTo(next)
      void navigate(to, { state })
    },
    [navigate],
  )
  const onClose = useCallback((id: string) => void closeTabs(id), [closeTabs])
  const onReload = async (id: string) => {
    if (await mayLose([id])) reload(id)
  }

  return (
    <nav ref={bar} className={classes.bar} aria-label={t('tabs.label')} onKeyDown={moveInTabs}>
      <ul ref={row} className={classes.tabs}>
        {tabs.map((tab, index) => (
          <TabItem
            key={tab.id}
            tab={tab}
            {...(labels.get(tab.id) as Label)}
            isActive={tab.id === active}
            hasMenu={tab.id === menuTab}
            onMenu={setMenuTab}
            onClose={index > 0 ? onClose : undefined}
          >
            {tab.id === menuTab && (
              <TabMenu
                at={index}
                count={tabs.length}
                isActive={tab.id === active}
                onDone={() => {
                  setMenuTab(null)
                  focusTab(bar.current, tab.id)
                }}
                onReload={() => void onReload(tab.id)}
                onClose={(which) => void closeTabs(tab.id, which)}
              />
            )}
          </TabItem>
        ))}
      </ul>
      <Suspense>{overflows && <TabOverflow row={row} />}</Suspense>
    </nav>
  )
}

const TabItem = memo(function TabItem({
  tab,
  title,
  mark,
  isActive,
  hasMenu,
  onMenu,
  onClose,
  children,
}: Label & {
  tab: Tab
  isActive: boolean
  hasMenu: boolean
  onMenu: (id: string) => void
  onClose: ((id: string) => void) | undefined
  children: React.ReactNode
}) {
  const { t } = useWords(frameWords)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isActive) return
    // In the next frame, which computes the layout anyway.
    const frame = requestAnimationFrame(() =>
      item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isActive])
  const label = labelText({ title, mark })
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    onMenu(tab.id)
  }
  return (
    <li
      ref={item}
      className={classes.tab}
      data-active={isActive || undefined}
      data-menu={hasMenu || undefined}
    >
      <SteadyLink
        {...linkTo(tab)}
        className={classes.link}
        data-tab={tab.id}
        tabIndex={isActive ? 0 : -1}
        aria-keyshortcuts={onClose ? 'Delete' : undefined}
        aria-current={isActive ? 'page' : undefined}
        onClick={(event) => isActive && isPlain(event) && event.preventDefault()}
        onContextMenu={ask}
        draggable={false}
      >
        {title}
        {mark && (
          <span className={classes.mark} title={label}>
            {` · ${mark}`}
          </span>
        )}
      </SteadyLink>
      {onClose && (
        <UnstyledButton
          className={classes.close}
          aria-label={t('tabs.close', { title: label })}
          tabIndex={isActive ? 0 : -1}
          data-close
          onClick={() => onClose(tab.id)}
          onContextMenu={ask}
        >
          <IconX size={12} aria-hidden />
        </UnstyledButton>
      )}
      {children}
    </li>
  )
})
