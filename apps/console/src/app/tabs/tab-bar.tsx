import { frameWords } from '@kabao/contract/frame.words'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { IconX, mayLose, translate, UnstyledButton, useWords } from '#kit'
import { type Closing, close, closedBy, linkTo, reload, type Tab, useTabs } from './store.ts'
import classes from './tab-bar.module.css'
import { focusTab, moveInTabs } from './tab-keys.ts'
import { TabMenu } from './tab-menu.tsx'

/** The open pages in a line; a right click offers more. */
export function TabBar() {
  const { t } = useWords(frameWords)
  const tabs = useTabs((state) => state.tabs)
  const active = useTabs((state) => state.active)
  const [asked, setAsked] = useState<string | null>(null)
  const bar = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  // A tab that closes takes the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when tabs have gone
  useEffect(() => {
    if (hadFocus.current) focusTab(bar.current)
    hadFocus.current = false
  }, [tabs])
  const navigate = useNavigate()
  const goTo = (tab: Tab | null) => {
    if (!tab) return
    const { to, state } = linkTo(tab)
    void navigate(to, { state })
  }
  const onClose = async (which: Closing, id: string) => {
    if (!(await mayLose(closedBy(which, id)))) return
    hadFocus.current = bar.current?.contains(document.activeElement) ?? false
    goTo(close(which, id))
  }
  const onReload = async (id: string) => {
    if (await mayLose([id])) reload(id)
  }

  return (
    <nav ref={bar} className={classes.bar} aria-label={t('tabs.label')} onKeyDown={moveInTabs}>
      <ul className={classes.tabs}>
        {tabs.map((tab, at) => (
          <TabItem
            key={tab.id}
            tab={tab}
            isActive={tab.id === active}
            isAsked={tab.id === asked}
            onAsk={() => setAsked(tab.id)}
            onClose={at > 0 ? () => void onClose('current', tab.id) : undefined}
          >
            {tab.id === asked && (
              <TabMenu
                at={at}
                count={tabs.length}
                isActive={tab.id === active}
                onDone={() => {
                  setAsked(null)
                  focusTab(bar.current, tab.id)
                }}
                onReload={() => void onReload(tab.id)}
                onClose={(which) => void onClose(which, tab.id)}
              />
            )}
          </TabItem>
        ))}
      </ul>
    </nav>
  )
}

function TabItem({
  tab,
  isActive,
  isAsked,
  onAsk,
  onClose,
  children,
}: {
  tab: Tab
  isActive: boolean
  isAsked: boolean
  onAsk: () => void
  onClose: (() => void) | undefined
  children: React.ReactNode
}) {
  const { t } = useWords(frameWords)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isActive) return
    // With the next frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() =>
      item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isActive])
  const title = translate(tab.title)
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    onAsk()
  }
  return (
    <li
      ref={item}
      className={classes.tab}
      data-active={isActive || undefined}
      data-asked={isAsked || undefined}
    >
      <Link
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
      </Link>
      {onClose && (
        <UnstyledButton
          className={classes.close}
          aria-label={t('tabs.close', { title })}
          tabIndex={isActive ? 0 : -1}
          data-close
          onClick={onClose}
          onContextMenu={ask}
        >
          <IconX size={12} aria-hidden />
        </UnstyledButton>
      )}
      {children}
    </li>
  )
}

const isPlain = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !(metaKey || ctrlKey || shiftKey || altKey)
