import { wordIssues } from '@kabao/contract/kernel/problems'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { type OrderDetail, order } from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { type FormEvent, useRef, useState } from 'react'
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
import { ask } from '#kit/form/confirm.tsx'
import { useFocusProblem } from '#kit/form/use-focus-problem.ts'
import classes from './detail.module.css'
import { factsOf } from './parts.tsx'

/** Has a part or all of what is left of a payment paid back. The amount is asked about before it is sent. */
export function AskRefund({ row }: { row: OrderDetail }) {
  const { id, paidFen, refundedFen, refundingFen, productName } = row
  const { t, language } = useWords(paymentOrderWords)
  const change = useWords(changeRequestWords)
  const rest = paidFen - refundedFen - refundingFen
  const [amountFen, setAmount] = useState<number | null>(rest)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useProblems()
  const form = useRef<HTMLFormElement>(null)
  useFocusProblem(form, problems)
  const { mutateAsync, isPending } = useSend(order.refund)
  useGuard(reason !== '' || amountFen !== rest)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = order.refund.body.safeParse({ amountFen: amountFen ?? undefined, reason })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    const { amountFen: amount } = checked.data
    if (amount > rest)
      return setProblems({ amountFen: t('refund.rest', { amount: formatFen(rest, language) }) })
    const run = async () => {
      try {
        const { isWaiting } = await mutateAsync({ params: { id }, body: checked.data })
        message.success(isWaiting ? change.t('filed') : t('refund.done'))
        setReason('')
        setAmount(isWaiting ? rest : rest - amount)
      } catch (error) {
        if (!(error instanceof Refusal && error.fields)) throw error
        setProblems(error.fields)
      }
    }
    void ask({
      title: t('refund.title', { amount: formatFen(amount, language) }),
      facts: factsOf(row, formatFen(amount, language)),
      text: t('refund.text', { product: productName }),
      action: t('refund.button'),
      run,
    })
  }
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <MoneyField
        name="amountFen"
        label={t('refund.amount')}
        description={t('refund.rest', { amount: formatFen(rest, language) })}
        isRequired
        min={1}
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
      <Button type="submit" variant="default" loading={isPending}>
        {t('refund.button')}
      </Button>
    </form>
  )
}
