import { listWords } from '@kabao/contract/kernel/list.words'
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useWords } from '../words/words.ts'
import cards from './card.module.css'
import { cardGap, cardHeight, cardPlaces, lineHeights, widthOfText } from './card.ts'
import { type Column, nameOf, type RowAction, splitActions } from './column.ts'
import type { Drawn } from './drawn.ts'
import { fitColumns } from './fit-columns.ts'
import type { Totals } from './list.ts'
import { LongRows } from './long-rows.tsx'
import type { Density } from './remembered.ts'
import type { RowMenuProps } from './row-menu.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import classes from './table.module.css'
import { type Order, TableHead } from './table-head.tsx'
import { partsOf, useTableModel } from './table-model.ts'
import { TableRow } from './table-row.tsx'
import { TableTip } from './table-tip.tsx'
import TotalsRow from './totals-row.tsx'
import { useNarrow } from './use-narrow.ts'
import { usePrinting } from './use-printing.ts'
import { useRoom } from './use-room.ts'
import { useRowEvents } from './use-row-events.ts'
import type { Selection } from './use-selection.ts'
import type { Arrangement } from './use-settings.ts'

const CardBar = lazy(() => import('./card-bar.tsx'))
const RowMenu = lazy(() => import('./row-menu.tsx'))

const rowHeights: Record<Density, number> = { compact: 32, normal: 36, loose: 48 }
/** From this number of rows on, only the visible ones are in the document, except in print. */
const virtualFrom = 100
/** The height of what is above the cards, in pixels, as in `card.module.css`. */
const barHeight = 44

export interface RowTableProps<Row extends { id: string }> {
  /** The name of the table for screen readers. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  arrangement: Arrangement
  order?: Order
  selection?: Selection | undefined
  /** Opens a row's details. */
  onOpen?: ((row: Row) => void) | undefined
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  /** Shown instead of the rows. */
  instead?: ReactNode
  isBusy?: boolean
  /** How many placeholder rows to show while the rows are loading. */
  skeletonRows?: number
  /** Number of all rows, if only some of them are loaded. */
  total?: number
  /** Sums over all rows, by the key of their column. */
  totals?: Totals | undefined
  /** Whether it stays a table on a narrow screen, where rows otherwise look like cards. */
  isTable?: boolean
}

/** A semantic table, for up to ten thousand rows. On a narrow screen its rows look like cards, unless it stays a table. */
export function RowTable<Row extends { id: string }>({
  label,
  rows,
  columns,
  arrangement,
  order,
  selection,
  onOpen,
  actions,
  instead,
  isBusy,
  skeletonRows = 0,
  total,
  totals,
  isTable = false,
}: RowTableProps<Row>) {
  const { t } = useWords(listWords)
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const whole = useRef<HTMLTableElement>(null)
  const [menu, setMenu] = useState<Pick<RowMenuProps, 'at' | 'actions'> | null>(null)
  const areCards = useNarrow() && !isTable
  const { shownActions, width: actionsWidth } = useMemo(
    () => fit(rows, actions, areCards),
    [rows, actions, areCards],
  )
  const { table, places: inTable } = useTableModel(rows, columns, arrangement, selection, actionsWidth)
  const places = useMemo(() => (areCards ? cardPlaces(inTable) : inTable), [inTable, areCards])
  const { density } = arrangement
  const rowHeight = areCards ? cardHeight(places, density) : rowHeights[density]
  const height = areCards ? rowHeight + cardGap : rowHeight
  const isPrinting = usePrinting()
  const isVirtual = rows.length > virtualFrom && !isPrinting
  const scrollTo = useRef<(index: number) => void>(null)
  const events = useRowEvents({
    rows,
    selection,
    onOpen,
    body,
    perform: (row, key) =>
      actions?.(row)
        .find((action) => action.key === key)
        ?.onSelect(),
    openMenu: (row, at) => setMenu({ at, actions: splitActions(actions?.(row) ?? [], shownActions).inMenu }),
    reveal: (index) => scrollTo.current?.(index),
  })

  const ticked = useMemo(() => howMany(rows, selection), [rows, selection])
  const tick = useCallback(() => selection?.set((before) => tickAll(before, rows)), [selection, rows])
  const all = table.getRowModel().rows
  const room = useRoom(scroller)
  const fitted = useMemo(() => fitColumns(places, room), [places, room])
  const widthOf = (place: (typeof places)[number]) => fitted.get(place.key) ?? place.width
  const width = places.reduce((sum, place) => sum + widthOf(place), 0)
  const pinned = (pin: 'start' | 'end') =>
    places.reduce((sum, place) => sum + (place.pin === pin ? widthOf(place) : 0), 0)
  const names = useMemo(() => places.map(({ column }) => (column ? nameOf(column) : '')), [places])
  const parts = useMemo(() => partsOf(places), [places])
  const headRows = areCards ? 0 : parts.some(({ group }) => group) ? 2 : 1
  const hasBar = areCards && (selection !== undefined || (order?.sorts.size ?? 0) > 0)
  const rowCount = (total ?? rows.length) + headRows
  const hasTotals = totals !== undefined && !instead
  const help = useId()
  const gap = { height, span: places.length, isCard: areCards }
  const draw = (drawn: readonly Drawn[]) => (
    <>
      {drawn.flatMap(({ key, first, after }, at) => [
        <Gap key={key} rows={first - (drawn[at - 1]?.after ?? 0)} {...gap} />,
        ...all
          .slice(first, after)
          .map((row, place) => (
            <TableRow
              key={row.id}
              row={row.original as Row}
              index={first + place}
              headRows={headRows}
              places={places}
              isSelected={selection?.state[row.id] === true}
              isActive={events.active === first + place}
              actions={actions}
              shownActions={shownActions}
              t={t}
            />
          )),
      ])}
      <Gap rows={rows.length - (drawn.at(-1)?.after ?? 0)} {...gap} />
    </>
  )

  return (
    // biome-ignore lint/a11y/useSemanticElements: a named region, so that it may be reached and announced
    <div
      ref={scroller}
      className={classes.scroller}
      data-cards={areCards || undefined}
      data-grouped={headRows > 1 || undefined}
      data-summed={hasTotals || undefined}
      // What gets the focus must not be covered by a pinned column.
      style={areCards ? undefined : { scrollPaddingInline: `${pinned('start')}px ${pinned('end')}px` }}
      role="region"
      aria-label={label}
      tabIndex={rows.length === 0 ? 0 : -1}
    >
      <span id={help} hidden>
        {[t('help'), selection && t('helpSelect'), onOpen && t('helpOpen')].filter(Boolean).join(' ')}
      </span>
      {hasBar && (
        // Without rows it is empty, and what is below it stays where the placeholder was.
        <div className={cards.bar}>
          {!instead && (
            <Suspense>
              <CardBar columns={columns} order={order} ticked={ticked} onTick={selection && tick} />
            </Suspense>
          )}
        </div>
      )}
      <table
        ref={whole}
        className={areCards ? cards.cards : classes.table}
        role={areCards ? 'table' : undefined}
        style={
          {
            '--row': `${rowHeight}px`,
            '--line': `${lineHeights[density]}px`,
            // Printed, the content and the paper set the widths.
            width: areCards || isPrinting ? undefined : `max(100%, ${width}px)`,
          } as CSSProperties
        }
        aria-label={label}
        aria-describedby={help}
        aria-rowcount={rowCount + (hasTotals ? 1 : 0)}
        aria-busy={isBusy}
      >
        {!areCards &&
          !isPrinting &&
          parts.map((part) => (
            <colgroup key={part.places[0]?.key}>
              {part.places.map((place) => (
                <col
                  key={place.key}
                  data-key={place.key}
                  style={place.grows && !fitted.has(place.key) ? undefined : { width: widthOf(place) }}
                />
              ))}
            </colgroup>
          ))}
        {!areCards && (
          <TableHead
            parts={parts}
            order={order}
            ticked={ticked}
            onTick={tick}
            onWidth={arrangement.setWidth}
            table={whole}
          />
        )}
        <tbody
          ref={body}
          role={areCards ? 'rowgroup' : undefined}
          onClick={events.click}
          onKeyDown={events.press}
          onFocus={events.focus}
        >
          {instead && (
            <tr className={areCards ? cards.instead : undefined} role={areCards ? 'row' : undefined}>
              <td className={classes.instead} role={areCards ? 'cell' : undefined} colSpan={places.length}>
                <div className={classes.insteadInner}>{instead}</div>
              </td>
            </tr>
          )}
          {skeletonRows > 0 && <SkeletonRows count={skeletonRows} places={places} />}
          {!isVirtual && draw([{ key: 'all', first: 0, after: rows.length }])}
          {isVirtual && (
            <LongRows
              ref={scrollTo}
              count={rows.length}
              height={height}
              scroller={scroller}
              above={areCards ? (hasBar ? barHeight : 0) : height * headRows}
              below={hasTotals ? height : 0}
              active={events.active}
            >
              {draw}
            </LongRows>
          )}
        </tbody>
        {hasTotals && (
          <TotalsRow
            places={places}
            all={inTable}
            totals={totals}
            rowIndex={rowCount + 1}
            isPart={rows.length < (total ?? 0)}
          />
        )}
      </table>
      <TableTip within={scroller} names={names} />
      {menu && (
        <Suspense>
          <RowMenu {...menu} onClose={() => setMenu(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Takes the space of rows that are not in the document. */
const Gap = ({
  rows,
  height,
  span,
  isCard,
}: {
  rows: number
  height: number
  span: number
  isCard: boolean
}) =>
  rows > 0 && (
    <tr aria-hidden className={isCard ? cards.gap : undefined} style={{ height: rows * height }}>
      <td colSpan={span} className={classes.gap} />
    </tr>
  )

function howMany(rows: readonly { id: string }[], selection: Selection | undefined): 'all' | 'some' | 'none' {
  const count = selection ? rows.filter(({ id }) => selection.state[id]).length : 0
  if (count === 0) return 'none'
  return count === rows.length ? 'all' : 'some'
}

/** Selects every row of the page, or none if all are selected; the selection on other pages is kept. */
function tickAll(before: Record<string, true>, rows: readonly { id: string }[]): Record<string, true> {
  const after = { ...before }
  const isAll = rows.every(({ id }) => before[id])
  for (const { id } of rows) {
    if (isAll) delete after[id]
    else after[id] = true
  }
  return after
}

/**
 * A row shows up to two actions; of three or more it shows one, and on a narrow screen of two or more none. The menu has the
 * rest and the dangerous ones.
 */
function fit<Row>(
  rows: readonly Row[],
  actions: ((row: Row) => readonly RowAction[]) | undefined,
  isNarrow: boolean,
) {
  const all = actions ? rows.slice(0, 100).map(actions) : []
  const most = Math.max(0, ...all.map(({ length }) => length))
  if (most === 0) return { shownActions: 0, width: 0 }
  const shownActions = isNarrow && most > 1 ? 0 : most > 2 ? 1 : most
  const widths = all.map((each) => {
    const { inRow, inMenu } = splitActions(each, shownActions)
    return inRow.reduce((sum, { label }) => sum + widthOfText(label) + 16, inMenu.length > 0 ? 32 : 0)
  })
  return { shownActions, width: Math.max(72, Math.max(...widths) + 20) }
}
