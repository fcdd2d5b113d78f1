import { lead as leadCalls } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { type FormEvent, useState } from 'react'
import { Refusal } from '#kit/call/refusal.ts'
import { send } from '#kit/call/send.ts'
import { Button } from '#kit/controls/button.ts'
import { Modal } from '#kit/controls/modal.tsx'
import { copyText } from '#kit/copy.ts'
import { Countdown } from '#kit/detail/countdown.tsx'
import { LongTextField } from '#kit/form/long-text-field.tsx'
import { useFormFocus } from '#kit/form/use-form-focus.ts'
import { useProblems } from '#kit/form/use-problems.ts'
import { message } from '#kit/message/message.ts'
import { usePermission } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './lead.module.css'
import { useLeadName } from './lead-name.ts'
import { usePhone } from './use-phone.ts'
import { Watermark } from './watermark.tsx'

interface CallProps {
  lead: LeadRow
  onClose: () => void
  /** The phone was shown, and the caller wants to write what was said. */
  onCalled: () => void
}

/** Asks why somebody is to be called, and then shows the phone for a while. */
export default function CallDialog({ lead, onClose, onCalled }: CallProps) {
  const { t } = useWords(leadPageWords)
  const nameOf = useLeadName()
  const phone = usePhone(lead.id)
  return (
    <Modal opened onClose={onClose} title={`${t('call.title')} · ${nameOf(lead)}`}>
      {phone.shown ? (
        <Shown lead={lead} shown={phone.shown} onCalled={onCalled} />
      ) : (
        <Ask onReveal={phone.reveal} isPending={phone.isPending} />
      )}
    </Modal>
  )
}

const reasons = ['first', 'agreed', 'documents', 'progress'] as const

function Ask({ onReveal, isPending }: { onReveal: (reason: string) => Promise<void>; isPending: boolean }) {
  const { t, language } = useWords(leadPageWords)
  const own = useWords(leadWords)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useProblems()
  const focus = useFormFocus(problems)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = leadCalls.reveal.body.safeParse({ reason })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    await onReveal(checked.data.reason).catch((error: unknown) => {
      if (error instanceof Refusal) setProblems(error.fields ?? { reason: error.message })
    })
  }
  return (
    <form ref={focus} onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      <p className={classes.hint}>{t('call.text')}</p>
      <LongTextField
        name="reason"
        label={own.t('field.reason')}
        placeholder={t('hint.reason')}
        isRequired
        value={reason}
        error={problems.reason}
        onChange={(text) => {
          setReason(text)
          setProblems({})
        }}
      />
      <fieldset className={classes.presets} aria-label={t('call.reasons')}>
        {reasons.map((each) => (
          <Button key={each} size="xs" variant="default" onClick={() => setReason(t(`call.${each}`))}>
            {t(`call.${each}`)}
          </Button>
        ))}
      </fieldset>
      <div className={classes.buttons}>
        <Button type="submit" loading={isPending}>
          {t('call.reveal')}
        </Button>
      </div>
    </form>
  )
}

function Shown({
  lead,
  shown,
  onCalled,
}: Pick<CallProps, 'lead' | 'onCalled'> & { shown: NonNullable<ReturnType<typeof usePhone>['shown']> }) {
  const { t } = useWords(leadPageWords)
  const canCopy = usePermission(leadCalls.copy)
  const copy = async () => {
    await send(leadCalls.copy, { params: { id: lead.id } })
    if (shown.phone !== null && (await copyText(shown.phone))) message.success(t('call.copied'))
    else message.error(t('call.copyFailed'))
  }
  return (
    <div className={classes.form}>
      <Watermark />
      {shown.name && <p className={classes.person}>{shown.name}</p>}
      <p className={classes.phone}>
        <output aria-label={t('call.number')}>{shown.phone ?? t('call.none')}</output>{' '}
        <Countdown until={shown.until} />
      </p>
      {shown.left !== null && (
        <p className={classes.hint}>{t('detail.revealsLeft', { count: shown.left })}</p>
      )}
      <div className={classes.buttons}>
        {canCopy && shown.phone !== null && (
          <Button variant="default" onClick={() => void copy().catch(() => undefined)}>
            {t('call.copy')}
          </Button>
        )}
        <Button data-autofocus autoFocus onClick={onCalled}>
          {t('call.follow')}
        </Button>
      </div>
    </div>
  )
}
