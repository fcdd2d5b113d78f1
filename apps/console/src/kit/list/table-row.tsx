import type { listWords } from '@kabao/contract/kernel/list.words'
import { memo } from 'react'
import { IconCopy, IconDots } from '../icons.ts'
import type { WordsOf } from '../words/words.ts'
import cards from './card.module.css'
import { type Column, nameOf, type RowAction, splitActions, textOf } from './column.ts'
import classes from './table.module.css'
import { actionsKey, type Place, selectKey } from './table-model.ts'

type Say = WordsOf<typeof listWords.tree>['t']

export interface RowProps<Row> {
  row: Row
  /** Index among all rows, from 0. */
  index: number
  /** Number of rows in the table head. */
  headRows: number
  places: readonly Place<Row>[]
  isSelected: boolean
  /** The one row that the Tab key reaches. */
  isActive: boolean
  actions: ((row: Row) => readonly RowAction[]) | undefined
  /** Number of actions shown in the row; the others are in the menu. */
  shownActions: number
  /** Passed down, so that rows do not each subscribe to the language. */
  t: Say
}

/** One row. It has no event handlers, because the table handles the events of all rows; this keeps ten thousand rows cheap. */
export const TableRow = memo(Row) as <Row extends { id: string }>(props: RowProps<Row>) => React.JSX.Element

function Row<Row extends { id: string }>({
  row,
  index,
  headRows,
  places,
  isSelected,
  isActive,
  actions,
  shownActions,
  t,
}: RowProps<Row>) {
  return (
    <tr
      className={places[0]?.slot ? cards.row : classes.row}
      role={places[0]?.slot && 'row'}
      data-id={row.id}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-rowindex={index + headRows + 1}
      tabIndex={isActive ? 0 : -1}
    >
      {places.map((place) => (
        <td key={place.key} {...cellLooks(place)}>
          {place.key === selectKey && (
            <input
              type="checkbox"
              className={classes.tick}
              checked={isSelected}
              readOnly
              tabIndex={isActive ? 0 : -1}
              aria-label={t('select.row', { row: index + 1 })}
            />
          )}
          {place.key === actionsKey && actions && (
            <Actions actions={actions(row)} shown={shownActions} isActive={isActive} t={t} />
          )}
          {place.column && place.slot?.part === 'value' && (
            <span className={cards.label}>{t('filter.label', { label: nameOf(place.column) })}</span>
          )}
          {place.column && cell(place.column, row, isActive, t)}
        </td>
      ))}
    </tr>
  )
}

/** The position of a pinned column. */
export const stickyStyle = ({ pin, offset }: Pick<Place<never>, 'pin' | 'offset'>) =>
  pin === 'start' ? { left: offset } : pin === 'end' ? { right: offset } : undefined

/** The attributes of a cell by its place in the table or in a card, which has no roles of its own for its lines. */
export const cellLooks = (place: Place<never>) =>
  place.slot
    ? {
        className: cards.cell,
        role: 'cell',
        style: { gridRow: place.slot.line },
        'data-part': place.slot.part,
        'data-half': place.slot.half,
      }
    : {
        className: classes.cell,
        style: stickyStyle(place),
        'data-pin': place.pin,
        'data-edge': place.isEdge || undefined,
        'data-align': place.column?.align,
        'data-tick': place.key === selectKey || undefined,
      }

/** Not a component, because a page has hundreds of cells. */
function cell<Row>(column: Column<Row>, row: Row, isActive: boolean, t: Say) {
  const text = textOf(column, row)
  const copied = typeof column.copy === 'function' ? column.copy(row) : column.copy ? text : ''
  const shown = column.render ? column.render(row) : text
  return (
    <div className={classes.content}>
      <span className={classes.text} data-tip={text || undefined}>
        {shown === '' || shown === null || shown === undefined ? (
          <span className={classes.none}>–</span>
        ) : (
          shown
        )}
      </span>
      {copied !== '' && (
        <button
          type="button"
          className={classes.copy}
          data-copy={copied}
          tabIndex={isActive ? 0 : -1}
          aria-label={t('copy.action', { value: copied })}
        >
          <IconCopy size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}

function Actions({
  actions,
  shown,
  isActive,
  t,
}: {
  actions: readonly RowAction[]
  shown: number
  isActive: boolean
  t: Say
}) {
  const { inRow, inMenu } = splitActions(actions, shown)
  return (
    <div className={classes.actions}>
      {inRow.map(({ key, label, isDanger, reason }) => (
        <button
          key={key}
          type="button"
          className={classes.action}
          data-action={key}
          data-danger={isDanger}
          aria-disabled={reason !== undefined || undefined}
          title={reason}
          tabIndex={isActive ? 0 : -1}
        >
          {label}
        </button>
      ))}
      {inMenu.length > 0 && (
        <button
          type="button"
          className={classes.action}
          data-menu
          tabIndex={isActive ? 0 : -1}
          aria-haspopup="menu"
          aria-label={t('rowMenu')}
        >
          <IconDots size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}
