import { useMemo } from 'react'
import { Checkbox } from '../controls/checkbox.ts'
import { type CheckNode, isFixed, stateOf, toggled } from './check-state.ts'
import classes from './tree.module.css'

interface CheckGridProps {
  label: string
  columns: readonly string[]
  /** Each with a group of leaves for each column; a group without leaves is an empty cell. */
  rows: readonly { title: string; cells: readonly CheckNode[] }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Chooses leaves by groups: a box is checked if all leaves of its group are chosen, half checked if some are. */
export function CheckGrid({ label, columns, rows, value, onChange }: CheckGridProps) {
  const chosen = useMemo(() => new Set(value), [value])
  return (
    <table className={classes.grid} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, cells }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {cells.map((group) => {
              const state = stateOf(group, chosen)
              return (
                <td key={group.name}>
                  {group.children.length > 0 && (
                    <Checkbox
                      aria-label={group.title}
                      checked={state === 'all'}
                      indeterminate={state === 'some'}
                      disabled={isFixed(group)}
                      onChange={() => onChange([...toggled(group, chosen)])}
                    />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
