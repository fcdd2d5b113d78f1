import { listWords } from '@kabao/contract/kernel/list.words'
import { useState } from 'react'
import { Checkbox } from '../controls/checkbox.ts'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../icons.ts'
import { useWords } from '../words/words.ts'
import { nameOf } from './column.ts'
import classes from './settings.module.css'
import type { Arrangement } from './use-settings.ts'

interface Titled {
  key: string
  title: string
  group?: string
}

interface ColumnSettingsProps {
  columns: readonly Titled[]
  arrangement: Pick<Arrangement, 'order' | 'hidden' | 'setHidden' | 'move' | 'reset' | 'isChanged'>
  /** What can be done here; default: the text for columns. */
  hint?: string
  /** Whether all may be hidden. */
  mayHideAll?: boolean
}

/** Which columns, or cards, are shown, and their order, which is changed by dragging or with the arrow buttons. */
export default function ColumnSettings({
  columns,
  arrangement,
  hint,
  mayHideAll = false,
}: ColumnSettingsProps) {
  const { t } = useWords(listWords)
  const [dragged, setDragged] = useState<string | null>(null)
  const titles = new Map(columns.map((column) => [column.key, nameOf(column)]))
  const shown = arrangement.order.filter((key) => !arrangement.hidden.has(key))

  return (
    <div className={classes.columns}>
      <p className={classes.hint}>{hint ?? t('columns.hint')}</p>
      <ul className={classes.list}>
        {arrangement.order.map((key, index) => {
          const title = titles.get(key) ?? key
          const above = arrangement.order[index - 1]
          const below = arrangement.order[index + 1]
          return (
            <li
              key={key}
              className={classes.item}
              draggable
              data-dragged={key === dragged || undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(key)
              }}
              onDragEnter={() => dragged !== null && dragged !== key && arrangement.move(dragged, key)}
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <IconGripVertical size={14} aria-hidden className={classes.grip} />
              <Checkbox
                className={classes.check}
                label={title}
                checked={!arrangement.hidden.has(key)}
                // The last visible column cannot be hidden, because an empty table would show nothing to bring columns back.
                disabled={!mayHideAll && shown.length === 1 && shown[0] === key}
                onChange={(event) => arrangement.setHidden(key, !event.currentTarget.checked)}
              />
              <button
                type="button"
                className={classes.arrow}
                disabled={!above}
                aria-label={t('columns.up', { title })}
                onClick={() => above && arrangement.move(key, above)}
              >
                <IconArrowUp size={14} aria-hidden />
              </button>
              <button
                type="button"
                className={classes.arrow}
                disabled={!below}
                aria-label={t('columns.down', { title })}
                onClick={() => below && arrangement.move(key, below)}
              >
                <IconArrowDown size={14} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      <button
        type="button"
        className={classes.reset}
        disabled={!arrangement.isChanged}
        onClick={arrangement.reset}
      >
        {t('columns.reset')}
      </button>
    </div>
  )
}
