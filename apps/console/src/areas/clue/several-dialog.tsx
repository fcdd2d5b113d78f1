import { clue } from '@kabao/contract/clue'
import { clueWords } from '@kabao/contract/clue.words'
import { cluePageWords } from '@kabao/contract/clue-page.words'
import type { ClueRow } from '@kabao/contract/clue-row'
import type { AnswerOf, Endpoint } from '@kabao/contract/kernel'
import { wordIssues } from '@kabao/contract/problems'
import { type FormEvent, useState } from 'react'
import {
  Button,
  ChoiceField,
  LongTextField,
  Modal,
  message,
  Refusal,
  type SendInput,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import classes from '#kit/clue/clue.module.css'
import { useLeadName } from '#kit/clue/lead-name.ts'
import { type SeveralAct, severalOf } from './several.tsx'

interface SeveralProps {
  act: SeveralAct
  ids: readonly string[]
  /** The rows on the page, for the names of those that were refused. */
  leads: readonly ClueRow[]
  onDone: () => void
  onClose: () => void
}
type Done = AnswerOf<typeof clue.claimMany>

/** Asks for what an act on several leads needs, does it, and tells of each that was refused why. */
export default function SeveralDialog({ act, ids, leads, onDone, onClose }: SeveralProps) {
  const { t, language } = useWords(cluePageWords)
  const own = useWords(clueWords)
  const [salesmanId, setSalesmanId] = useState<string>()
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useProblems()
  const [done, setDone] = useState<Done | null>(null)
  const { mutateAsync, isPending } = useSend(severalOf[act] as Endpoint)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = severalOf[act].body.safeParse({
      ids,
      ...(act === 'assign' && { salesmanId }),
      ...(act !== 'claim' && { reason }),
    })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      const answer = (await mutateAsync({ body: checked.data } as unknown as SendInput<Endpoint>)) as Done
      if (answer.refused.length > 0) return setDone(answer)
      message.success(t('several.done', { count: answer.done }))
      onDone()
      onClose()
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.fields ?? {})
    }
  }
  const close = () => {
    if (done) onDone()
    onClose()
  }
  return (
    <Modal opened onClose={close} title={t(`several.${act}`)}>
      {done ? (
        <Refused done={done} leads={leads} onClose={close} />
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
          <p className={classes.hint}>{t('several.text', { count: ids.length })}</p>
          {act === 'assign' && (
            <ChoiceField
              name="salesmanId"
              label={own.t('field.salesmanId')}
              isRequired
              use={clue.salesmen}
              value={salesmanId}
              error={problems.salesmanId}
              onChange={(next) => {
                setSalesmanId(next)
                setProblems({})
              }}
            />
          )}
          {act !== 'claim' && (
            <LongTextField
              name="reason"
              label={own.t('field.reason')}
              isRequired={act === 'release'}
              value={reason}
              error={problems.reason}
              onChange={(text) => {
                setReason(text)
                setProblems({})
              }}
            />
          )}
          <div className={classes.buttons}>
            <Button type="submit" loading={isPending} data-autofocus>
              {t(`several.${act}`)}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}

function Refused({ done, leads, onClose }: { done: Done; leads: readonly ClueRow[]; onClose: () => void }) {
  const { t } = useWords(cluePageWords)
  const nameOf = useLeadName()
  const named = (id: string) => {
    const lead = leads.find((each) => each.id === id)
    return lead ? nameOf(lead) : id
  }
  return (
    <>
      <p role="status">
        {t('several.done', { count: done.done })}
        {' · '}
        {t('several.refused', { count: done.refused.length })}
      </p>
      <ul className={classes.refused}>
        {done.refused.map(({ id, reason }) => (
          <li key={id}>
            <strong>{named(id)}</strong> {reason}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('several.close')}</Button>
      </div>
    </>
  )
}
