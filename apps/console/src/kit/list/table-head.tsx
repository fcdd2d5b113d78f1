import { listWords } from '@kabao/contract/kernel/list.words'
import { type KeyboardEvent, memo, type PointerEvent, type RefObject, useRef } from 'react'
import { useWords } from '../words/words.ts'
import { type Column, defaultWidth, largestWidth, nameOf, smallestWidth } from './column.ts'
import type { List } from './list.ts'
import { nextSort } from './sort.ts'
import classes from './table.module.css'
import { actionsKey, type Part, type Place, selectKey } from './table-model.ts'
import { stickyStyle } from './table-row.tsx'

export type Order = Pick<List, 'sort' | 'defaultSort' | 'sorts' | 'setSort'>

/** The table head: titles that sort, edges that set the width, and a check box for the whole page. */
export const TableHead = memo(Head) as <Row>(props: HeadProps<Row>) => React.JSX.Element

function Head<Row>({ parts, order, ticked, onTick, onWidth, table }: HeadProps<Row>) {
  const { t } = useWords(listWords)
  const isGrouped = parts.some(({ group }) => group)
  const title = (place: Place<Row>, rowSpan?: number) => (
    <th
      key={place.key}
      scope="col"
      rowSpan={rowSpan}
      className={classes.title}
      style={stickyStyle(place)}
      data-pin={place.pin}
      data-edge={place.isEdge || undefined}
      data-align={place.column?.align}
      data-tick={place.key === selectKey || undefined}
      aria-sort={place.column && order?.sorts.has(place.key) ? directionOf(order.sort, place.key) : undefined}
    >
      {place.key === selectKey && (
        <input
          type="checkbox"
          className={classes.tick}
          checked={ticked === 'all'}
          ref={(box) => {
            if (box) box.indeterminate = ticked === 'some'
          }}
          onChange={onTick}
          aria-label={t('select.all')}
        />
      )}
      {place.key === actionsKey && t('actions')}
      {place.column && <Title column={place.column} name={place.key} order={order} />}
      {place.column && <Edge place={place} title={nameOf(place.column)} onWidth={onWidth} table={table} />}
    </th>
  )
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        {parts.flatMap(({ group, places }) =>
          group ? (
            <Group key={`group ${places[0]?.key}`} title={group} places={places} />
          ) : (
            places.map((place) => title(place, isGrouped ? 2 : undefined))
          ),
        )}
      </tr>
      {isGrouped && (
        <tr aria-rowindex={2}>
          {parts.flatMap(({ group, places }) => (group ? places.map((place) => title(place)) : []))}
        </tr>
      )}
    </thead>
  )
}

/** The head of a group of adjacent columns. */
function Group<Row>({ title, places }: { title: string; places: readonly Place<Row>[] }) {
  const [first] = places as [Place<Row>, ...Place<Row>[]]
  const last = places.at(-1)
  return (
    <th
      scope="colgroup"
      colSpan={places.length}
      className={classes.title}
      style={stickyStyle(first.pin === 'end' && last ? last : first)}
      data-group
      data-pin={first.pin}
      data-edge={places.some(({ isEdge }) => isEdge) || undefined}
    >
      <span className={classes.name}>{title}</span>
    </th>
  )
}

interface HeadProps<Row> {
  parts: readonly Part<Row>[]
  order: Order | undefined
  ticked: 'all' | 'some' | 'none'
  onTick: () => void
  onWidth: (key: string, width: number) => void
  /** While an edge is dragged, only the `col` element of its column changes. */
  table: RefObject<HTMLTableElement | null>
}

function Title({
  column: { title, meaning },
  name,
  order,
}: {
  column: Pick<Column<never>, 'title' | 'meaning'>
  name: string
  order: Order | undefined
}) {
  const { t } = useWords(listWords)
  if (!order?.sorts.has(name))
    return (
      <span className={classes.name} title={meaning}>
        {title}
      </span>
    )
  const next = nextSort(order, name)
  const hint =
    next === order.defaultSort
      ? t('sort.default')
      : t(next.startsWith('-') ? 'sort.descending' : 'sort.ascending')
  return (
    <button
      type="button"
      className={classes.sort}
      title={meaning ? `${meaning}\n${hint}` : hint}
      onClick={() => order.setSort(next)}
    >
      <span className={classes.name}>{title}</span>
      <span className={classes.carets} aria-hidden data-direction={directionOf(order.sort, name)} />
    </button>
  )
}

const directionOf = (sort: string, name: string) =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'

/** The edge of a column, moved by dragging or with the arrow keys; a double click restores the default width. */
function Edge<Row>({
  place,
  title,
  onWidth,
  table,
}: { place: Place<Row>; title: string } & Pick<HeadProps<Row>, 'onWidth' | 'table'>) {
  const { t } = useWords(listWords)
  const drag = useRef<{ from: number; width: number; now: number } | null>(null)
  const step = 10

  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const width = drawnWidth(event.currentTarget, place)
    drag.current = { from: event.clientX, width, now: width }
  }
  const move = (event: PointerEvent) => {
    if (!drag.current) return
    drag.current.now = Math.min(
      Math.max(drag.current.width + event.clientX - drag.current.from, smallestWidth),
      largestWidth,
    )
    const cols = [...(table.current?.querySelectorAll('col') ?? [])]
    const col = cols.find((each) => each.dataset.key === place.key)
    if (col) col.style.width = `${drag.current.now}px`
  }
  const stop = () => {
    if (drag.current && drag.current.now !== drag.current.width) onWidth(place.key, drag.current.now)
    drag.current = null
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : 0
    if (by === 0) return
    event.preventDefault()
    onWidth(place.key, drawnWidth(event.currentTarget, place) + by)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between columns that can be moved is a focusable separator
    <span
      role="separator"
      className={classes.edge}
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('columns.resize', { title })}
      aria-valuenow={place.width}
      aria-valuemin={smallestWidth}
      aria-valuemax={largestWidth}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={press}
      onDoubleClick={() => onWidth(place.key, place.column?.width ?? defaultWidth)}
    />
  )
}

/** The width of a column on the screen, which can differ from its own, because columns take and give width. */
const drawnWidth = (edge: HTMLElement, { width }: { width: number }) =>
  edge.parentElement?.offsetWidth || width
