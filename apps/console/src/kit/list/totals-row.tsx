import { totalsWords } from '@kabao/contract/kernel/totals.words'
import type { ReactNode } from 'react'
import { formatNumber } from '../format.ts'
import { useWords } from '../words/words.ts'
import cards from './card.module.css'
import { nameOf } from './column.ts'
import type { Totals } from './list.ts'
import { type Place, selectKey } from './table-model.ts'
import { stickyStyle } from './table-row.tsx'
import classes from './totals-row.module.css'

/** The sums over all rows of a list, each under its column or, below cards, with its name; always visible below the rows. */
export default function TotalsRow({ places, all, totals, rowIndex, isPart }: TotalsRowProps) {
  const { t, language } = useWords(totalsWords)
  const sumOf = ({ key, column }: Place<never>): ReactNode => {
    if (column?.renderTotal) return column.renderTotal()
    const sum = totals?.[key]
    if (!column || sum === undefined) return ''
    return column.total ? column.total(sum) : formatNumber(sum, language)
  }
  if (places[0]?.slot)
    return (
      <tfoot className={classes.foot} {...role.rowgroup}>
        <tr className={`${classes.total} ${cards.total}`} {...role.row} aria-rowindex={rowIndex}>
          <th scope="row" {...role.rowheader}>
            {t('label')}
            {totals === null && <span className={classes.none}>{t('none')}</span>}
            {totals !== null && isPart && <span className={classes.printed}>{t('printed')}</span>}
          </th>
          {all.map(
            (place) =>
              place.column &&
              sumOf(place) !== '' && (
                <td key={place.key} {...role.cell}>
                  {nameOf(place.column)} {sumOf(place)}
                </td>
              ),
          )}
        </tr>
      </tfoot>
    )
  // The label of the sums is in the first column without a sum.
  const named = places.find((place) => place.column && sumOf(place) === '')?.key
  return (
    <tfoot className={classes.foot}>
      <tr aria-rowindex={rowIndex}>
        {places.map((place) => {
          const common = {
            className: classes.total,
            style: stickyStyle(place),
            'data-pin': place.pin,
            'data-edge': place.isEdge || undefined,
            'data-align': place.column?.align,
            'data-tick': place.key === selectKey || undefined,
          }
          if (place.key !== named)
            return (
              <td key={place.key} {...common}>
                {sumOf(place)}
              </td>
            )
          return (
            <th key={place.key} scope="row" {...common}>
              {t('label')}
              {totals === null && <span className={classes.none}>{t('none')}</span>}
              {totals !== null && isPart && <span className={classes.printed}>{t('printed')}</span>}
            </th>
          )
        })}
      </tr>
    </tfoot>
  )
}

interface TotalsRowProps {
  places: readonly Place<never>[]
  /** All columns, also those that a card does not show. */
  all: readonly Place<never>[]
  totals: Totals
  rowIndex: number
  /** Whether there are rows on other pages, which a printed list says. */
  isPart: boolean
}

/** Elements of a table that are laid out as a card lose their roles, so these are stated. */
const role = {
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
}
