import { type SalesmanLeave, type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { type FormEvent, useState } from 'react'
import {
  Button,
  ChoiceField,
  LongTextField,
  Modal,
  message,
  Refusal,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import { DateField } from '#kit/form/date-field.tsx'
import { FormRow } from '#kit/form/form-row.tsx'
import classes from './leave.module.css'

interface PlanProps {
  row: SalesmanRow
  /** The planned leave to change; without it a new one is planned. */
  leave?: SalesmanLeave
  onClose: () => void
}

/** Plans a leave with a first and a last business day, or changes one that has not begun. */
export default function PlanDialog({ row, leave, onClose }: PlanProps) {
  const { t, language } = useWords(salesmanWords)
  const [problems, setProblems] = useProblems()
  const [draft, setDraft] = useState({
    firstOn: leave?.firstOn ?? null,
    lastOn: leave?.lastOn ?? null,
    deputyId: leave?.deputyId ?? row.deputyId,
    reason: leave?.reason ?? '',
  })
  const plan = useSend(salesman.planLeave)
  const change = useSend(salesman.changeLeave)
  const field = <K extends keyof typeof draft>(name: K) => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange(value: (typeof draft)[K]) {
      setDraft((before) => ({ ...before, [name]: value }))
      setProblems({})
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const { success, data, error } = salesman.planLeave.body.safeParse({ version: row.version, ...draft })
    if (!success) return setProblems(wordIssues(error.issues, language))
    const params = { id: row.id }
    try {
      if (leave) await change.mutateAsync({ params, body: { ...data, leaveId: leave.id } })
      else await plan.mutateAsync({ params, body: data })
      message.success(t(leave ? 'planLeave.changed' : 'planLeave.done'))
      onClose()
    } catch (refusal) {
      if (refusal instanceof Refusal) setProblems(refusal.fields ?? {})
    }
  }
  const { value: deputyId, onChange: setDeputy, ...deputy } = field('deputyId')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(leave ? 'planLeave.titleChange' : 'planLeave.title', { name: row.name })}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <p>{t('planLeave.text')}</p>
        <FormRow>
          <DateField label={t('planLeave.firstOn')} isRequired {...field('firstOn')} />
          <DateField label={t('planLeave.lastOn')} isRequired {...field('lastOn')} />
        </FormRow>
        <ChoiceField
          label={t('goOnLeave.deputy')}
          isRequired
          use={salesman.colleagues}
          {...deputy}
          value={deputyId ?? undefined}
          onChange={(next) => setDeputy(next ?? null)}
        />
        <LongTextField label={t('goOnLeave.reason')} {...field('reason')} />
        <div className={classes.buttons}>
          <Button type="submit" loading={plan.isPending || change.isPending}>
            {t('action.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
