import { orderWords } from '@kabao/contract/payment/order.words'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../controls/button.ts'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import type { OrderRow } from './order-dialog.tsx'

const OrderDialog = lazy(() => import('./order-dialog.tsx'))

interface OrderButtonProps {
  rows: readonly OrderRow[]
  /** Sends a move. @throws if it was refused */
  move: (id: string, to: { after?: string; before?: string }) => Promise<unknown>
  /** Fetches the rows again after a refused move, because somebody else has changed the order. */
  refresh: () => void
}

/** Opens the dialog in which the rows of the page are put in order. */
export function OrderButton({ rows, move, refresh }: OrderButtonProps) {
  const { t } = useWords(orderWords)
  const [isOpen, setIsOpen] = useState(false)
  const onMove = async (id: string, to: { after?: string; before?: string }) => {
    try {
      await move(id, to)
      message.success(t('saved'))
      return true
    } catch {
      refresh()
      return false
    }
  }
  return (
    <>
      <Button variant="default" size="xs" disabled={rows.length < 2} onClick={() => setIsOpen(true)}>
        {t('open')}
      </Button>
      <Suspense>
        {isOpen && <OrderDialog rows={rows} onMove={onMove} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
