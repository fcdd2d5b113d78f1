import { formWords } from '@kabao/contract/kernel/form.words'
import { wordIssues } from '@kabao/contract/kernel/problems'
import type { ApiKeyCalls, ShownOnce } from '@kabao/contract/partners/api-key'
import { apiKeyWords } from '@kabao/contract/partners/api-key.words'
import { maxOverlapDays } from '@kabao/contract/partners/signature'
import { type FormEvent, useState } from 'react'
import { useSend } from '#kit/call/query.ts'
import { Refusal } from '#kit/call/refusal.ts'
import { Button } from '#kit/controls/button.ts'
import { Modal } from '#kit/controls/modal.tsx'
import { NumberField } from '#kit/form/number-field.tsx'
import { useFormFocus } from '#kit/form/use-form-focus.ts'
import { useProblems } from '#kit/form/use-problems.ts'
import { useWords } from '#kit/words/words.ts'
import classes from './api-keys.module.css'

/** In days: long enough for a partner to change over. */
const usualOverlap = 7

interface ChangeSecretProps {
  use: ApiKeyCalls['changeSecret']
  params: { id: string; keyId: string }
  /** The public name of the key. */
  name: string
  /** The current secret that the reader sees. */
  seenSecretId: string
  onMade: (made: ShownOnce) => void
  onClose: () => void
}

/** Asks how long the old secret stays valid, and makes a new one. */
export default function ChangeSecret({
  use,
  params,
  name,
  seenSecretId,
  onMade,
  onClose,
}: ChangeSecretProps) {
  const { t, language } = useWords(apiKeyWords)
  const { t: say } = useWords(formWords)
  const [days, setDays] = useState<number | null>(usualOverlap)
  const [problems, setProblems] = useProblems()
  const begin = useFormFocus(problems)
  const { mutateAsync, isPending } = useSend(use)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = use.body.safeParse({ seenSecretId, overlapDays: days })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      const made = await mutateAsync({ params, body: checked.data })
      onClose()
      onMade(made)
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('change.title', { key: name })} size={480}>
      <form ref={begin} onSubmit={(event) => void submit(event)} noValidate>
        <NumberField
          name="overlapDays"
          label={t('change.overlap')}
          description={t('change.hint')}
          value={days}
          onChange={(next) => {
            setDays(next)
            setProblems({})
          }}
          min={0}
          max={maxOverlapDays}
          error={problems.overlapDays}
          isRequired
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('change.action')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
