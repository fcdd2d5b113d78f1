import { type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { salesmanMachine } from '@kabao/contract/crm/salesman-machine'
import { inLanguage } from '@kabao/contract/kernel/language'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { type FormEvent, useState } from 'react'
import { Button, ChoiceField, LongTextField, Modal, useActs, useProblems, useWords } from '#kit'
import { DateField } from '#kit/form/date-field.tsx'
import classes from './leave.module.css'
import type { AskingAct } from './use-asking-acts.ts'

interface LeaveProps {
  act: AskingAct
  row: SalesmanRow
  onClose: () => void
}

/** Asks who gets the leads and why, and then does the act: a leave, or leaving for good. */
export default function LeaveDialog({ act, row, onClose }: LeaveProps) {
  const { t, language } = useWords(salesmanWords)
  const [other, setOther] = useState<string | null>(act === 'goOnLeave' ? row.deputyId : null)
  const [lastOn, setLastOn] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useProblems()
  const acts = useActs(salesmanMachine, salesman, row, {
    done: onClose,
    refused: ({ fields }) => setProblems(fields ?? {}),
  })
  const field = act === 'goOnLeave' ? 'deputyId' : 'toId'
  const { button, ...how } = salesmanMachine.acts[act]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = salesman[act].body.safeParse({
      version: row.version,
      [field]: other,
      reason,
      ...(act === 'goOnLeave' && { lastOn }),
    })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    const { version: _version, ...input } = checked.data
    void acts.run(act, input)
  }
  return (
    <Modal opened onClose={onClose} title={t(`${act}.title`, { name: row.name })}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <p>{t(`${act}.text`, { count: row.held })}</p>
        <ChoiceField
          name={field}
          label={act === 'goOnLeave' ? t('goOnLeave.deputy') : t('leave.to')}
          description={act === 'leave' ? t('leave.toHint') : undefined}
          isRequired={act === 'goOnLeave'}
          use={salesman.colleagues}
          value={other ?? undefined}
          error={problems[field]}
          onChange={(next) => {
            setOther(next ?? null)
            setProblems({})
          }}
        />
        {act === 'goOnLeave' && (
          <DateField
            name="lastOn"
            label={t('goOnLeave.lastOn')}
            description={t('goOnLeave.lastOnHint')}
            value={lastOn}
            error={problems.lastOn}
            onChange={(day) => {
              setLastOn(day)
              setProblems({})
            }}
          />
        )}
        <LongTextField
          name="reason"
          label={t(`${act}.reason`)}
          isRequired={act === 'leave'}
          value={reason}
          error={problems.reason}
          onChange={(text) => {
            setReason(text)
            setProblems({})
          }}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={acts.pending !== null} {...('isDanger' in how && { color: 'red' })}>
            {inLanguage(button, language)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
