import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import { useWords } from '#kit/words/words.ts'
import classes from './records.module.css'

/** A figure that opens the records behind it. @param label what the figure is called, for screen readers */
export function FigureButton({
  label,
  value,
  onClick,
}: {
  label: string
  value: string
  onClick: () => void
}) {
  const { t } = useWords(leadPageWords)
  return (
    <button
      type="button"
      className={classes.figure}
      aria-label={`${label} ${value} ${t('records.open')}`}
      onClick={onClick}
    >
      {value}
    </button>
  )
}
