import { lead as leadCalls } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { type FormEvent, useState } from 'react'
import { useSend } from '#kit/call/query.ts'
import { Refusal } from '#kit/call/refusal.ts'
import type { SendInput } from '#kit/call/send.ts'
import { ChoiceField } from '#kit/choice/choice-field.tsx'
import { Button } from '#kit/controls/button.ts'
import { Modal } from '#kit/controls/modal.tsx'
import { LongTextField } from '#kit/form/long-text-field.tsx'
import { useFormFocus } from '#kit/form/use-form-focus.ts'
import { useProblems } from '#kit/form/use-problems.ts'
import { message } from '#kit/message/message.ts'
import { useWords } from '#kit/words/words.ts'
import { endpointOf, isDangerous, type LeadAct, needsReason, takesSalesman } from './acts.ts'
import classes from './lead.module.css'
import { useLeadName } from './lead-name.ts'

interface ActProps {
  act: LeadAct
  lead: LeadRow
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Asks for what an act on one lead needs, and does it. */
export default function ActDialog({ act, lead, onClose, onDone }: ActProps) {
  const { t, language } = useWords(leadPageWords)
  const own = useWords(leadWords)
  const nameOf = useLeadName()
  const endpoint = endpointOf(act) as Endpoint
  const { mutateAsync, isPending } = useSend(endpoint)
  const [salesmanId, setSalesmanId] = useState<string>()
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useProblems()
  const focus = useFormFocus(problems)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = leadCalls[act].body.safeParse({
      ...(takesSalesman(act) && { salesmanId }),
      ...(act === 'transfer' && { fromId: lead.salesmanId }),
      ...(act !== 'claim' && { reason }),
    })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      await mutateAsync({ params: { id: lead.id }, body: checked.data } as unknown as SendInput<Endpoint>)
      message.success(t(`act.${act}.done`))
      onDone?.()
      onClose()
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.fields ?? {})
    }
  }
  return (
    <Modal opened onClose={onClose} title={`${t(`act.${act}.title`)} · ${nameOf(lead)}`}>
      <form ref={focus} onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        {takesSalesman(act) && (
          <ChoiceField
            name="salesmanId"
            label={own.t('field.salesmanId')}
            isRequired
            use={leadCalls.salesmen}
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
            isRequired={needsReason(act)}
            value={reason}
            error={problems.reason}
            onChange={(text) => {
              setReason(text)
              setProblems({})
            }}
          />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={isPending} {...(isDangerous(act) && { color: 'red' })}>
            {t(`action.${act}`)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
