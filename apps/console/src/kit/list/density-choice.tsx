import { listWords } from '@kabao/contract/kernel/list.words'
import { IconCheck } from '../icons.ts'
import { useWords } from '../words/words.ts'
import type { Density } from './remembered.ts'
import classes from './settings.module.css'
import type { Arrangement } from './use-settings.ts'

const densities: readonly Density[] = ['compact', 'normal', 'loose']

/** The choice of the row height. */
export default function DensityChoice({
  arrangement,
  onClose,
}: {
  arrangement: Arrangement
  onClose: () => void
}) {
  const { t } = useWords(listWords)
  return (
    <div className={classes.densities}>
      {densities.map((density) => (
        <button
          key={density}
          type="button"
          className={classes.density}
          aria-pressed={density === arrangement.density}
          data-autofocus={density === arrangement.density || undefined}
          onClick={() => {
            arrangement.setDensity(density)
            onClose()
          }}
        >
          {t(`density.${density}`)}
          {density === arrangement.density && <IconCheck size={14} aria-hidden />}
        </button>
      ))}
    </div>
  )
}
