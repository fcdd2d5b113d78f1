import { type ErrorEventDetail, errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { type FormEvent, useState } from 'react'
import { Button, Can, message, Refusal, TextField, useGuard, useProblems, useSend, useWords } from '#kit'
import classes from './detail.module.css'

/** The address of the issue that an error is followed in. */
export function Issue({ event }: { event: ErrorEventDetail }) {
  const { t } = useWords(errorEventWords)
  const [draft, setDraft] = useState(event.issueUrl)
  const [problems, setProblems] = useProblems()
  const { mutateAsync, isPending } = useSend(errorEvent.link)
  const isDirty = draft.trim() !== event.issueUrl
  useGuard(isDirty)
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    try {
      const issueUrl = draft.trim() === '' ? null : draft
      const answer = await mutateAsync({
        params: { id: event.id },
        body: { version: event.version, issueUrl },
      })
      setDraft(answer.issueUrl)
      message.success(t('done.link'))
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.fields ?? {})
    }
  }
  return (
    <Can use={errorEvent.link}>
      <form onSubmit={(submitted) => void submit(submitted)} className={classes.form} noValidate>
        <TextField
          name="issueUrl"
          label={t('detail.issue')}
          placeholder={t('hint.issueUrl')}
          value={draft}
          error={problems.issueUrl}
          onChange={(text) => {
            setDraft(text)
            setProblems({})
          }}
        />
        <div>
          <Button type="submit" variant="default" disabled={!isDirty} loading={isPending}>
            {t('action.link')}
          </Button>
        </div>
      </form>
    </Can>
  )
}
