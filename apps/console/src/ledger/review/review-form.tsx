import { inLanguage } from '@kabao/contract/kernel/language'
import type { Act, ActInput, ActOf, Machine } from '@kabao/contract/kernel/machine'
import { reviewWords } from '@kabao/contract/ledger/review.words'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { LongTextField } from '#kit/form/long-text-field.tsx'
import { useProblems } from '#kit/form/use-problems.ts'
import { ActButtons } from '#kit/machine/act-buttons.tsx'
import { type OneCalls, type StatedRow, useActs } from '#kit/machine/use-acts.ts'
import { useGuard } from '#kit/session/unsaved.ts'
import { useWords } from '#kit/words/words.ts'
import classes from './review.module.css'

interface ReviewFormProps<M extends Machine> {
  machine: M
  calls: OneCalls<M>
  row: StatedRow
  /** The act that asks for the reason, as `note`. */
  refusal: ActOf<M>
  special?: ComponentProps<typeof ActButtons<M>>['special']
}

/**
 * Reviews one row: a button for each act that is possible, and a field for the reason of a refusal. Whoever filed the row, or may be the
 * same person, gets a sentence instead.
 */
export function ReviewForm<M extends Machine>({
  machine,
  calls,
  row,
  refusal,
  special = {},
}: ReviewFormProps<M>) {
  const { t, language } = useWords(reviewWords)
  const [note, setNote] = useState('')
  const [problems, setProblems] = useProblems()
  useGuard(note !== '')
  const acts = useActs(machine, calls, row, {
    done: () => setNote(''),
    refused: ({ fields }) => setProblems(fields ?? {}),
  })
  const why = row.status !== machine.start ? null : row.isOwn ? 'own' : row.isFilersAccount ? 'account' : null
  if (acts.names.length === 0 && why === null) return null
  const refuse = (event: FormEvent) => {
    event.preventDefault()
    void acts.run(refusal, { note } as ActInput<M>)
  }
  const own = why !== null && <p className={classes.own}>{t(why)}</p>
  const buttons = (
    <div className={classes.buttons}>
      <ActButtons
        acts={acts}
        special={{ ...special, [refusal]: { isSubmit: true, disabled: note.trim() === '' } }}
      />
    </div>
  )
  // While a form is open, what is on screen is not read again; so there is none where nothing is typed.
  if (!acts.names.includes(refusal))
    return (
      <div className={classes.form}>
        {own}
        {buttons}
      </div>
    )
  return (
    <form onSubmit={refuse} className={classes.form} noValidate>
      {own}
      <LongTextField
        name="note"
        label={t('note', { act: inLanguage((machine.acts[refusal] as Act).button, language) })}
        description={t('noteHint')}
        value={note}
        error={problems.note}
        onChange={(text) => {
          setNote(text)
          setProblems({})
        }}
      />
      {buttons}
    </form>
  )
}
