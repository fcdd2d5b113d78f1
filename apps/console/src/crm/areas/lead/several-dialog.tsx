import { batchWords } from '@kabao/contract/app/batch.words'
import { lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import type { LeadBatchAct } from '@kabao/contract/crm/lead-batch'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { type BatchEachAnswer, eachAtOnce } from '@kabao/contract/kernel/batch-body'
import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { batch } from '@kabao/contract/operations/batch'
import { type FormEvent, useState } from 'react'
import {
  Button,
  ChoiceField,
  formatNumber,
  LongTextField,
  Modal,
  message,
  Refusal,
  type SendInput,
  useAnswer,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import type { CountedRows } from '#kit/batch/act.ts'
import { useQuestion } from '#kit/batch/use-question.ts'
import classes from '../../lead/lead.module.css'
import { useLeadName } from '../../lead/lead-name.ts'
import { matchingOf } from './matching.ts'
import { groupsOf, Refusals } from './refusals.tsx'
import { type SeveralAct, severalOf } from './several.tsx'

/** An act on several leads: on those that were ticked, or on all that match a filter. */
export type SeveralAsked = { act: SeveralAct; ids: readonly string[] } | ({ act: LeadBatchAct } & CountedRows)

interface SeveralProps {
  asked: SeveralAsked
  /** The rows on the page, for the names of those that were refused. */
  leads: readonly LeadRow[]
  onDone: () => void
  onClose: () => void
}
type Done = Pick<AnswerOf<typeof lead.claimMany>, 'done' | 'refused'> &
  Partial<Pick<BatchEachAnswer, 'batch'>>

/** Asks for what an act on several leads needs, does it, and tells of each that was refused why. */
export default function SeveralDialog({ asked, leads, onDone, onClose }: SeveralProps) {
  const { act } = asked
  const { t, language } = useWords(leadPageWords)
  const own = useWords(leadWords)
  const batches = useWords(batchWords)
  const [salesmanId, setSalesmanId] = useState<string>()
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useProblems()
  const [done, setDone] = useState<Done | null>(null)
  const mine = useAnswer(batch.mine, {}, { enabled: false })
  const use = 'ids' in asked ? severalOf[asked.act] : matchingOf[asked.act].use
  const { mutateAsync, isPending } = useSend(use as Endpoint)
  const questionOf = useQuestion()
  const question =
    'ids' in asked
      ? {
          title: t(`several.${act}`),
          text: t('several.text', { count: asked.ids.length }),
          action: t(`several.${act}`),
        }
      : questionOf(`lead.${asked.act}`, asked.counted, { atOnce: eachAtOnce })
  const takesSalesman = act === 'assign' || act === 'transfer'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const rows =
      'ids' in asked
        ? { ids: asked.ids }
        : { filter: asked.filter, count: asked.counted.count, mark: asked.counted.mark }
    const checked = use.body.safeParse({
      ...rows,
      ...(takesSalesman && { salesmanId }),
      ...(act !== 'claim' && { reason }),
    })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      const answer = (await mutateAsync({ body: checked.data } as unknown as SendInput<Endpoint>)) as Done
      if (answer.batch) {
        const { total } = answer.batch
        message.info(batches.t('done.begun', { count: formatNumber(total, language) }), 6000)
        await mine.refetch()
        return onClose()
      }
      if (answer.refused.length > 0) return setDone(answer)
      message.success(t('several.done', { count: answer.done }))
      onDone()
      onClose()
    } catch (error) {
      if (!(error instanceof Refusal)) return
      if (error.fields) return setProblems(error.fields)
      // The leads are others by now: the refusal was shown, and the next time they are counted again.
      if (!('ids' in asked)) onClose()
    }
  }
  const close = () => {
    if (done) onDone()
    onClose()
  }
  return (
    <Modal opened onClose={close} title={question.title}>
      {done ? (
        <Refused done={done} leads={leads} onClose={close} />
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
          <p className={classes.hint}>{question.text}</p>
          {takesSalesman && (
            <ChoiceField
              name="salesmanId"
              label={own.t('field.salesmanId')}
              isRequired
              use={lead.salesmen}
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
              isRequired={act !== 'assign'}
              value={reason}
              error={problems.reason}
              onChange={(text) => {
                setReason(text)
                setProblems({})
              }}
            />
          )}
          <div className={classes.buttons}>
            <Button
              type="submit"
              color={act === 'invalidate' ? 'red' : undefined}
              loading={isPending}
              data-autofocus
            >
              {question.action}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}

function Refused({ done, leads, onClose }: { done: Done; leads: readonly LeadRow[]; onClose: () => void }) {
  const { t } = useWords(leadPageWords)
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
      <Refusals groups={groupsOf(done.refused)} leadOf={named} />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('several.close')}</Button>
      </div>
    </>
  )
}
