import classes from '../skeleton/skeleton.module.css'
import { widthAt } from '../skeleton/skeleton.tsx'
import table from './table.module.css'
import { actionsKey, type Place, selectKey } from './table-model.ts'

/** Placeholder rows with a bar in each column, while the first rows are loading. */
export function SkeletonRows({ count, places }: { count: number; places: readonly Place<never>[] }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars without content
    <tr key={at} className={`${table.row} ${classes.rows}`} aria-hidden data-skeleton>
      {places.map(({ key, column }, place) => (
        <td key={key} className={table.cell} data-align={column?.align}>
          {key !== selectKey && key !== actionsKey && (
            <span className={classes.bone} style={{ width: widthAt(at + place) }} />
          )}
        </td>
      ))}
    </tr>
  ))
}
