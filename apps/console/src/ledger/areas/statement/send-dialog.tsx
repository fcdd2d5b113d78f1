import { formWords } from '@kabao/contract/kernel/form.words'
import { listWords } from '@kabao/contract/kernel/list.words'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { mostLinkDays, type Statement, statement } from '@kabao/contract/ledger/statement'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import { type FormEvent, useState } from 'react'
import { Button, Modal, NumberField, Refusal, useProblems, useSend, useWords } from '#kit'
import { SecretOnce } from '#kit/form/secret-once.tsx'
import { useFormFocus } from '#kit/form/use-form-focus.ts'
import classes from './statement.module.css'

/** Makes a link to a statement, and shows it once. */
export default function SendDialog({
  of: { orgId, orgName, month },
  onClose,
}: {
  of: Pick<Statement, 'orgId' | 'orgName' | 'month'>
  onClose: () => void
}) {
  const { t, language } = useWords(statementWords)
  const { t: form } = useWords(formWords)
  const { t: say } = useWords(listWords)
  const [days, setDays] = useState<number | null>(7)
  const [problems, setProblems] = useProblems()
  const begin = useFormFocus(problems)
  const { mutateAsync, isPending, data } = useSend(statement.send)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = statement.send.body.safeParse({ orgId, month, days })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      await mutateAsync({ body: checked.data })
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  const title = t('send.title', { org: orgName, month })
  if (data)
    return (
      <SecretOnce
        title={title}
        warning={`${t('send.once')} ${t('send.hint')}`}
        label={t('send.link')}
        secret={addressOf(data.token)}
        texts={{
          copy: t('send.copy'),
          copied: say('copy.done'),
          failed: say('copy.failed'),
          done: t('send.done'),
          leave: {
            title: t('send.leave.title'),
            text: t('send.leave.text'),
            confirm: t('send.leave.confirm'),
            stay: t('send.leave.stay'),
          },
        }}
        onClose={onClose}
      />
    )
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': form('close') }}>
      <form ref={begin} onSubmit={(event) => void submit(event)} noValidate>
        <NumberField
          name="days"
          label={t('field.days')}
          description={t('send.hint')}
          isRequired
          min={1}
          max={mostLinkDays}
          value={days}
          error={problems.days ?? problems.month ?? problems.orgId}
          onChange={(next) => {
            setDays(next)
            setProblems({})
          }}
        />
        <div className={classes.buttons}>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {form('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('send.button')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** The token is behind the `#`, which browsers send to no server. */
const addressOf = (token: string) => `${window.location.origin}/shared/statement#${token}`
