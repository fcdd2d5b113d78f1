import { mostFen } from '@kabao/contract/kernel/money'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { correction } from '@kabao/contract/reconcile/correction'
import {
  correctedAccount,
  type DifferenceDetail,
  difference,
  entersSuspense,
  suggestedFen,
} from '@kabao/contract/reconcile/difference'
import { differenceWords } from '@kabao/contract/reconcile/difference.words'
import { differenceCauses, differenceMachine } from '@kabao/contract/reconcile/difference-machine'
import { type FormEvent, useRef, useState } from 'react'
import {
  ActButtons,
  Button,
  Can,
  LongTextField,
  MoneyField,
  message,
  Refusal,
  SelectField,
  useActs,
  useGuard,
  useOptions,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import { useFocusProblem } from '#kit/form/use-focus-problem.ts'
import classes from './form.module.css'

type Cause = (typeof differenceCauses)[number]

/** Closes a difference with a reason, reopens it, or asks for a correction. */
export function Handling({ row }: { row: DifferenceDetail }) {
  return (
    <>
      <Closing row={row} />
      {row.status === 'open' && row.whose !== null && (
        <Can use={correction.ask}>
          <Correcting row={row} />
        </Can>
      )}
    </>
  )
}

function Closing({ row }: { row: DifferenceDetail }) {
  const { t } = useWords(differenceWords)
  const [cause, setCause] = useState<Cause>()
  const [note, setNote] = useState('')
  const [problems, setProblems] = useProblems()
  const options = useOptions(t, { cause: differenceCauses })
  useGuard(note !== '')
  const acts = useActs(differenceMachine, difference, row, {
    refused: ({ fields }) => setProblems(fields ?? {}),
  })
  if (acts.names.length === 0) return null
  const close = (event: FormEvent) => {
    event.preventDefault()
    if (cause) void acts.run('close', { cause, note })
  }
  return (
    <form onSubmit={close} className={classes.section} noValidate>
      {acts.names.includes('close') && (
        <>
          <SelectField
            name="cause"
            label={t('field.cause')}
            options={options.cause}
            value={cause}
            error={problems.cause}
            isRequired
            onChange={(next: Cause | undefined) => setCause(next)}
          />
          <LongTextField
            name="note"
            label={t('field.note')}
            value={note}
            error={problems.note}
            isRequired
            onChange={(next) => {
              setNote(next)
              setProblems({})
            }}
          />
        </>
      )}
      <div className={classes.buttons}>
        <ActButtons
          acts={acts}
          special={{ close: { isSubmit: true, disabled: cause === undefined || note.trim() === '' } }}
        />
      </div>
    </form>
  )
}

function Correcting({ row }: { row: DifferenceDetail }) {
  const { t, language } = useWords(differenceWords)
  const [amountFen, setAmount] = useState<number | null>(suggestedFen(row))
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useProblems()
  const form = useRef<HTMLFormElement>(null)
  useFocusProblem(form, problems)
  const { mutateAsync, isPending } = useSend(correction.ask)
  const account = correctedAccount(row)
  useGuard(reason !== '')
  if (account === null) return null
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const body = { version: row.version, amountFen: amountFen ?? undefined, reason }
    const checked = correction.ask.body.safeParse(body)
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      await mutateAsync({ params: { id: row.id }, body: checked.data })
      message.success(t('asked'))
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  return (
    <form ref={form} onSubmit={(event) => void ask(event)} className={classes.section} noValidate>
      <MoneyField
        name="amountFen"
        label={t('field.amountFen')}
        description={t(entersSuspense(row) ? 'hint.toDo' : `hint.account.${account}`)}
        value={amountFen}
        min={-mostFen}
        max={mostFen}
        error={problems.amountFen}
        isRequired
        onChange={(next) => {
          setAmount(next)
          setProblems({})
        }}
      />
      <LongTextField
        name="reason"
        label={t('field.reason')}
        value={reason}
        error={problems.reason}
        isRequired
        onChange={(next) => {
          setReason(next)
          setProblems({})
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" variant="default" loading={isPending}>
          {t('action.correct')}
        </Button>
      </div>
    </form>
  )
}
