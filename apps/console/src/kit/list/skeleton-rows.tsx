import classes from '../skeleton/skeleton.module.css'
import { widthAt } from '../skeleton/skeleton.tsx'
import cards from './card.module.css'
import table from './table.module.css'
import { actionsKey, type Place, selectKey } from './table-model.ts'
import { cellLooks } from './table-row.tsx'

/** Placeholder rows with a bar in each column, while the first rows are loading. */
export function SkeletonRows({ count, places }: { count: number; places: readonly Place<never>[] }) {
  const row = places[0]?.slot ? cards.row : table.row
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars without content
    <tr key={index} className={`${row} ${classes.rows}`} aria-hidden data-skeleton>
      {places.map((place, across) => (
        <td key={place.key} {...cellLooks(place)}>
          {place.key !== selectKey && place.key !== actionsKey && (
            <span className={classes.bone} style={{ width: widthAt(index + across) }} />
          )}
        </td>
      ))}
    </tr>
  ))
}
