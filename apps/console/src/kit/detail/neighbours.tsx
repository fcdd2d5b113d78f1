import { listWords } from '@kabao/contract/list.words'
import { useEffect, useEffectEvent } from 'react'
import { ActionIcon } from '../controls/action-icon.ts'
import { IconArrowDown, IconArrowUp } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './neighbours.module.css'

/** Moves from the details of one row to those of the previous or next one, by two buttons or Alt with the arrow keys. */
export function Neighbours({ rows, id, onOpen }: NeighboursProps) {
  const { t } = useWords(listWords)
  const at = rows.findIndex((row) => row.id === id)
  const previous = at > 0 ? rows[at - 1] : undefined
  const next = at >= 0 ? rows[at + 1] : undefined

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : null
    if (to === null) return
    event.preventDefault()
    if (to) onOpen(to.id)
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  if (at < 0) return null
  return (
    <div className={classes.neighbours}>
      <span>{t('neighbours.place', { at: at + 1, of: rows.length })}</span>
      <ActionIcon
        variant="default"
        disabled={!previous}
        aria-label={t('neighbours.previous')}
        title={t('neighbours.previous')}
        aria-keyshortcuts="Alt+ArrowUp"
        onClick={() => previous && onOpen(previous.id)}
      >
        <IconArrowUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        disabled={!next}
        aria-label={t('neighbours.next')}
        title={t('neighbours.next')}
        aria-keyshortcuts="Alt+ArrowDown"
        onClick={() => next && onOpen(next.id)}
      >
        <IconArrowDown size={14} aria-hidden />
      </ActionIcon>
    </div>
  )
}

interface NeighboursProps {
  /** The rows of the list that holds the record. */
  rows: readonly { id: string }[]
  id: string
  onOpen: (id: string) => void
}
