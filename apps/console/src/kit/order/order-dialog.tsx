import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { orderWords } from '@kabao/contract/payment/order.words'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Modal } from '../controls/modal.tsx'
import { IconGripVertical } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './order.module.css'

/** A row that can be moved. */
export interface OrderRow {
  id: string
  name: string
  /** Shown at its end. */
  note?: ReactNode
}

interface OrderDialogProps {
  rows: readonly OrderRow[]
  /**
   * Moves a row between its new neighbors; one is undefined at an end of the rows.
   * @returns whether it was moved
   */
  onMove: (id: string, to: { after?: string; before?: string }) => Promise<boolean>
  onClose: () => void
}

/** Puts the rows of a page in order: by mouse, touch and keyboard. Each move is saved at once. */
export default function OrderDialog({ rows, onMove, onClose }: OrderDialogProps) {
  const { t } = useWords(orderWords)
  const [order, setOrder] = useState(rows)
  const [isDragging, setIsDragging] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const isFirst = useRef(false)
  /** The newest rows. While a move is being saved they may be older than the move; the list is read again after it. */
  const newest = useRef(rows)
  const saving = useRef(false)
  useEffect(() => {
    newest.current = rows
    if (!saving.current) setOrder(rows)
  }, [rows])
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (id: UniqueIdentifier) => order.findIndex((row) => row.id === id)
  const nameOf = (id: UniqueIdentifier) => order[placeOf(id)]?.name ?? ''

  const drop = async (id: string, over: string) => {
    const [from, to] = [placeOf(id), placeOf(over)]
    if (from === to) return
    const next = arrayMove([...order], from, to)
    const [after, before] = [next[to - 1]?.id, next[to + 1]?.id]
    setOrder(next)
    setIsSaving(true)
    saving.current = true
    const isMoved = await onMove(id, { ...(after && { after }), ...(before && { before }) })
    saving.current = false
    setIsSaving(false)
    if (!isMoved) setOrder(newest.current)
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      isFirst.current = true
      return t('picked', { name: nameOf(active.id) })
    },
    // The first place may be the row's own. Its announcement would replace the one that the row is picked up.
    onDragOver: ({ active, over }) => {
      const isStart = isFirst.current && over?.id === active.id
      isFirst.current = false
      return over && !isStart
        ? t('over', { name: nameOf(active.id), place: placeOf(over.id) + 1, count: order.length })
        : undefined
    },
    onDragEnd: ({ active, over }) =>
      t('dropped', { name: nameOf(active.id), place: placeOf(over?.id ?? active.id) + 1 }),
    onDragCancel: ({ active }) => t('cancelled', { name: nameOf(active.id) }),
  }
  return (
    <Modal
      opened
      onClose={onClose}
      // Escape puts a row that is picked up back.
      closeOnEscape={!isDragging}
      title={t('title')}
      size={520}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.hint}>{t('hint')}</p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('hint') } }}
        onDragStart={() => setIsDragging(true)}
        onDragCancel={() => setIsDragging(false)}
        onDragEnd={({ active, over }) => {
          setIsDragging(false)
          if (over) void drop(String(active.id), String(over.id))
        }}
      >
        <SortableContext items={order.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol className={classes.rows}>
            {order.map((row) => (
              <Row key={row.id} row={row} isFixed={isSaving} label={t('handle', { name: row.name })} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </Modal>
  )
}

function Row({ row, isFixed, label }: { row: OrderRow; isFixed: boolean; label: string }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: row.id, disabled: isFixed })
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={label}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <span className={classes.name}>{row.name}</span>
      {row.note}
    </li>
  )
}
