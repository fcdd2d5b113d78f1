import {
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { useState } from 'react'
import { StatusTabs } from '../choice/status-tabs.tsx'
import { Button } from '../controls/button.ts'
import { Menu } from '../controls/menu.ts'
import { VisuallyHidden } from '../controls/visually-hidden.ts'
import { IconDots } from '../icons.ts'
import classes from './board.module.css'

/** A column of cards, of which only the first ones may have been read. */
export interface BoardColumn<C> {
  key: string
  title: string
  cards: readonly C[]
  /** Undefined while unknown. */
  total: number | undefined
  isAtLeast?: boolean
  /** Reads more cards; undefined if there are no more. */
  more?: (() => void) | undefined
  isLoading: boolean
}

/** What the board says, in the reader’s language. */
export interface BoardTexts {
  label: string
  hint: string
  empty: string
  more: string
  move: string
  undo: string
  fixed: string
  lifted: (name: string, column: string) => string
  over: (name: string, column: string) => string
  cancelled: (name: string, column: string) => string
}

/** A sentence about the last move. */
export interface BoardNotice {
  text: string
  /** Moves the card back; undefined if that is not possible. */
  undo?: (() => void) | undefined
}

interface BoardProps<C> {
  columns: readonly BoardColumn<C>[]
  texts: BoardTexts
  nameOf: (card: C) => string
  /** The name of a card with what is marked on it by color alone. */
  labelOf: (card: C) => string
  mayMove: (card: C) => boolean
  onMove: (card: C, from: string, to: string) => void
  onOpen: (card: C) => void
  /** What has become of the last move, and how it is undone. */
  notice: BoardNotice | null
  children: (card: C) => ReactNode
}

interface Lifted {
  id: string
  from: string
  to: string
}

/**
 * Cards in columns: dragged by the mouse or a finger, moved by the keyboard, or by the menu of a card. The browser draws only the
 * cards in sight. On a narrow screen there is one column at a time.
 */
export function Board<C extends { id: string }>(props: BoardProps<C>) {
  const { columns, texts, nameOf, labelOf, mayMove, onMove, notice } = props
  const [said, setSaid] = useState('')
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [shown, setShown] = useState(columns[0]?.key ?? '')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const titleOf = (key: string) => columns.find((column) => column.key === key)?.title ?? ''

  const dragEnd = ({ active, over }: DragEndEvent) => {
    const from = String(active.data.current?.from)
    const card = columns.find(({ key }) => key === from)?.cards.find(({ id }) => id === active.id)
    if (card && over && over.id !== from) onMove(card, from, String(over.id))
  }
  const keyDown = (event: KeyboardEvent, card: C, column: string) => {
    // Keys of the menu inside of a card are its own.
    if (event.target !== event.currentTarget) return
    const isLifted = lifted?.id === card.id
    const at = columns.findIndex(({ key }) => key === (isLifted ? lifted.to : column))
    const take = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.key === ' ') {
      take()
      if (!mayMove(card)) return setSaid(texts.fixed)
      if (!isLifted) {
        setLifted({ id: card.id, from: column, to: column })
        return setSaid(texts.lifted(nameOf(card), titleOf(column)))
      }
      setLifted(null)
      if (lifted.to === column) setSaid(texts.cancelled(nameOf(card), titleOf(column)))
      else onMove(card, column, lifted.to)
    } else if (isLifted && event.key === 'Escape') {
      take()
      setLifted(null)
      setSaid(texts.cancelled(nameOf(card), titleOf(column)))
    } else if (isLifted && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      take()
      const to = columns[at + (event.key === 'ArrowRight' ? 1 : -1)]
      if (!to) return
      setLifted({ ...lifted, to: to.key })
      setSaid(texts.over(nameOf(card), to.title))
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      take()
      const cards = [
        ...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-card]') ?? []),
      ]
      cards[cards.indexOf(event.currentTarget as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
    } else if (event.key === 'Enter') {
      take()
      props.onOpen(card)
    }
  }

  return (
    <section aria-label={texts.label} className={classes.board}>
      <div className={classes.line}>
        <p className={classes.hint}>{texts.hint}</p>
        <p className={classes.notice} role="status" aria-live="assertive">
          {notice?.text}
        </p>
        {notice?.undo && (
          <Button size="xs" variant="default" onClick={notice.undo}>
            {texts.undo}
          </Button>
        )}
      </div>
      <div className={classes.tabs}>
        <StatusTabs
          label={texts.label}
          tabs={columns.map(({ key, title, total, isAtLeast }) => ({
            value: key,
            label: title,
            count: total,
            isAtLeast: isAtLeast === true,
          }))}
          value={shown}
          onChange={setShown}
        />
      </div>
      <DndContext sensors={sensors} onDragEnd={dragEnd}>
        <div className={classes.columns}>
          {columns.map((column) => (
            <Column
              key={column.key}
              column={column}
              isShown={column.key === shown}
              isTarget={lifted !== null && lifted.to === column.key && lifted.from !== column.key}
              texts={texts}
            >
              {column.cards.map((card) => (
                <Card
                  key={card.id}
                  id={card.id}
                  column={column.key}
                  label={labelOf(card)}
                  isFixed={!mayMove(card)}
                  isLifted={lifted?.id === card.id}
                  onKeyDown={(event) => keyDown(event, card, column.key)}
                  onBlur={() => setLifted((before) => (before?.id === card.id ? null : before))}
                  onOpen={() => props.onOpen(card)}
                  menu={
                    mayMove(card) && (
                      <MoveMenu
                        label={`${texts.move} ${nameOf(card)}`}
                        targets={columns.filter(({ key }) => key !== column.key)}
                        onMove={(to) => onMove(card, column.key, to)}
                      />
                    )
                  }
                >
                  {props.children(card)}
                </Card>
              ))}
            </Column>
          ))}
        </div>
      </DndContext>
      <VisuallyHidden role="status" aria-live="assertive">
        {said}
      </VisuallyHidden>
    </section>
  )
}

/** How near the end the next cards are read, in pixels. */
const ahead = 400

function Column<C>({
  column,
  isShown,
  isTarget,
  texts,
  children,
}: {
  column: BoardColumn<C>
  isShown: boolean
  isTarget: boolean
  texts: BoardTexts
  children: ReactNode
}) {
  const { setNodeRef, isOver } = useDroppable({ id: column.key })
  const { more, isLoading } = column
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      data-shown={isShown || undefined}
      data-over={isOver || isTarget || undefined}
      aria-busy={isLoading}
      aria-label={column.title}
    >
      <h3 className={classes.title}>
        {column.title}{' '}
        {column.total !== undefined && (
          <span className={classes.count}>
            {column.total}
            {column.isAtLeast && '+'}
          </span>
        )}
      </h3>
      <ul
        className={classes.cards}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (more && !isLoading && scrollTop + clientHeight > scrollHeight - ahead) more()
        }}
      >
        {children}
        {column.cards.length === 0 && !isLoading && <li className={classes.empty}>{texts.empty}</li>}
        {more && (
          <li>
            <Button variant="subtle" size="xs" fullWidth loading={isLoading} onClick={more}>
              {texts.more}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

function Card({
  id,
  column,
  label,
  isFixed,
  isLifted,
  onKeyDown,
  onBlur,
  onOpen,
  menu,
  children,
}: {
  id: string
  column: string
  label: string
  isFixed: boolean
  isLifted: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
  onOpen: () => void
  menu: ReactNode
  children: ReactNode
}) {
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({
    id,
    data: { from: column },
    disabled: isFixed,
  })
  return (
    <li className={classes.item} data-dragging={isDragging || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a button cannot contain the menu of the card */}
      <div
        ref={setNodeRef}
        {...listeners}
        role="button"
        tabIndex={0}
        aria-label={label}
        aria-pressed={isFixed ? undefined : isLifted}
        className={classes.card}
        data-card={id}
        data-lifted={isLifted || undefined}
        data-fixed={isFixed || undefined}
        style={transform ? { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)` } : undefined}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onClick={onOpen}
      >
        {children}
      </div>
      {menu && <span className={classes.menu}>{menu}</span>}
    </li>
  )
}

function MoveMenu({
  label,
  targets,
  onMove,
}: {
  label: string
  targets: readonly { key: string; title: string }[]
  onMove: (to: string) => void
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.dots} aria-label={label}>
          <IconDots size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map(({ key, title }) => (
          <Menu.Item key={key} onClick={() => onMove(key)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
