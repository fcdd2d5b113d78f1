import type { SuspenseRow } from '@kabao/contract/payment/suspense'
import { suspenseWords } from '@kabao/contract/payment/suspense.words'
import { Badge, useWords } from '#kit'

const colors = {
  open: 'orange',
  backing: 'blue',
  assigned: 'green',
  paidBack: 'green',
  writtenOff: 'gray',
} as const

/** What became of a payment in suspense, and whether a resolution of it waits for its review. */
export function SuspenseStatus({ row: { status, isPending } }: { row: SuspenseRow }) {
  const { t } = useWords(suspenseWords)
  return isPending ? (
    <Badge color="yellow">{t('pending')}</Badge>
  ) : (
    <Badge color={colors[status]}>{t(`status.${status}`)}</Badge>
  )
}
