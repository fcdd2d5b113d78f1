import type { ReactNode } from 'react'
import classes from './operation.module.css'

/** Names with their values. */
export const Figures = ({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={classes.figures}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? '–'}</dd>
      </div>
    ))}
  </dl>
)

interface RowsProps {
  label: string
  /** The titles of the columns; those of numbers are aligned to the end. */
  columns: readonly (readonly [title: string, isNumber?: boolean])[]
  /** The cells of each row with its key; the first one names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A short table that scrolls by itself if it is wider than the page. */
export const Rows = ({ label, columns, rows }: RowsProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <div className={classes.scroll} tabIndex={0}>
    <table className={classes.rows} aria-label={label}>
      <thead>
        <tr>
          {columns.map(([title, isNumber]) => (
            <th key={title} scope="col" className={isNumber ? classes.number : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {cells.map((cell, index) => {
              const [title, isNumber] = columns[index + 1] ?? ['']
              return (
                <td key={title} className={isNumber ? classes.number : undefined}>
                  {cell ?? '–'}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
