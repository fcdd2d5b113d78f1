import { listWords } from '@kabao/contract/kernel/list.words'
import { useWords } from '../words/words.ts'
import classes from './card.module.css'
import { nameOf } from './column.ts'
import table from './table.module.css'
import type { Order } from './table-head.tsx'

/** What the head of a table offers, above the cards: the check box for the whole page, and the order. */
export default function CardBar({ columns, order, ticked, onTick }: CardBarProps) {
  const { t } = useWords(listWords)
  return (
    <>
      {onTick && (
        <label className={classes.all}>
          <input
            type="checkbox"
            className={table.tick}
            checked={ticked === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = ticked === 'some'
            }}
            onChange={onTick}
          />
          {t('select.all')}
        </label>
      )}
      {order && order.sorts.size > 0 && <OrderChoice columns={columns} order={order} />}
    </>
  )
}

type Named = Parameters<typeof nameOf>[0] & { key: string }

interface CardBarProps {
  columns: readonly Named[]
  order: Order | undefined
  ticked: 'all' | 'some' | 'none'
  /** Undefined if rows cannot be selected. */
  onTick: (() => void) | undefined
}

/** The orders of all columns that sort, also of those that the card does not show. */
function OrderChoice({ columns, order }: { columns: readonly Named[]; order: Order }) {
  const { t } = useWords(listWords)
  const options = columns
    .filter(({ key }) => order.sorts.has(key))
    .flatMap((column) => [
      { value: `-${column.key}`, label: `${nameOf(column)} ↓` },
      { value: column.key, label: `${nameOf(column)} ↑` },
    ])
  const isListed = (sort: string) => options.some(({ value }) => value === sort)
  return (
    <select
      className={classes.order}
      aria-label={t('sort.label')}
      value={order.sort}
      onChange={(event) => order.setSort(event.target.value)}
    >
      {!isListed(order.defaultSort) && <option value={order.defaultSort}>{t('sort.usual')}</option>}
      {order.sort !== order.defaultSort && !isListed(order.sort) && (
        <option value={order.sort}>{order.sort}</option>
      )}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
