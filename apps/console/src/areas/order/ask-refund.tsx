import { type OrderDetail, order } from '@kabao/contract/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment-order.words'
import { type FormEvent, useState } from 'react'
import {
  Button,
  formatFen,
  MoneyField,
  message,
  Refusal,
  TextField,
  useGuard,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import classes from './detail.module.css'

/** Has a part or all of what is left of a payment paid back. */
export function AskRefund({ row: { id, paidFen, refundedFen, refundingFen } }: { row: OrderDetail }) {
  const { t, language } = useWords(paymentOrderWords)
  const rest = paidFen - refundedFen - refundingFen
  const [amountFen, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useProblems()
  const { mutateAsync, isPending } = useSend(order.refund)
  useGuard(reason !== '' || amountFen !== null)
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await mutateAsync({ params: { id }, body: { amountFen: amountFen ?? rest, reason } })
      message.success(t('refund.done'))
      setReason('')
      setAmount(null)
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  return (
    <form className={classes.form} onSubmit={(event) => void ask(event)} noValidate>
      <MoneyField
        name="amountFen"
        label={t('refund.amount')}
        description={t('refund.rest', { amount: formatFen(rest, language) })}
        placeholder={String(rest / 100)}
        value={amountFen}
        error={problems.amountFen}
        onChange={(next) => {
          setAmount(next)
          setProblems({})
        }}
      />
      <TextField
        name="reason"
        label={t('refund.reason')}
        isRequired
        value={reason}
        error={problems.reason}
        onChange={(next) => {
          setReason(next)
          setProblems({})
        }}
      />
      <Button type="submit" variant="default" loading={isPending} disabled={reason.trim() === ''}>
        {t('refund.button')}
      </Button>
    </form>
  )
}
