import { listWords } from '@kabao/contract/kernel/list.words'
import { useEffect, useEffectEvent, useState } from 'react'
import { ActionIcon } from '../controls/action-icon.ts'
import { IconArrowDown, IconArrowUp } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './neighbors.module.css'

/**
 * Moves from the details of one row to those of the previous or next one, by two buttons or Alt with the arrow keys. A row that
 * has left the list keeps its place: next is the row that moved up into it.
 */
export function Neighbors({ rows, id, onOpen }: NeighborsProps) {
  const { t } = useWords(listWords)
  const { at, isListed } = usePlace(rows, id)
  const previous = rows[at - 1]
  const next = rows[isListed ? at + 1 : at]

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
    <div className={classes.neighbors}>
      <span>{isListed ? t('neighbors.place', { at: at + 1, of: rows.length }) : t('neighbors.left')}</span>
      <ActionIcon
        variant="default"
        disabled={!previous}
        aria-label={t('neighbors.previous')}
        title={t('neighbors.previous')}
        aria-keyshortcuts="Alt+ArrowUp"
        onClick={() => previous && onOpen(previous.id)}
      >
        <IconArrowUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        disabled={!next}
        aria-label={t('neighbors.next')}
        title={t('neighbors.next')}
        aria-keyshortcuts="Alt+ArrowDown"
        onClick={() => next && onOpen(next.id)}
      >
        <IconArrowDown size={14} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** The place of a row, from 0, or its last one if it has left the list; -1 if it was never on it. */
function usePlace(rows: NeighborsProps['rows'], id: string) {
  const [last, setLast] = useState({ id, at: -1 })
  const found = rows.findIndex((row) => row.id === id)
  if (found >= 0 && (last.id !== id || last.at !== found)) setLast({ id, at: found })
  if (found >= 0) return { at: found, isListed: true }
  // Fewer rows may be left than there were before it.
  return { at: last.id === id ? Math.min(last.at, rows.length) : -1, isListed: false }
}

interface NeighborsProps {
  /** The rows of the list that holds the record. */
  rows: readonly { id: string }[]
  id: string
  onOpen: (id: string) => void
}
