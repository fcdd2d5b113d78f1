import { formWords } from '@kabao/contract/kernel/form.words'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { apiKeyWords } from '@kabao/contract/partners/api-key.words'
import { overlapDays } from '@kabao/contract/partners/previous-secret'
import { maxOverlapDays } from '@kabao/contract/partners/signature'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
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
  /** What the secret belongs to. */
  name: string
  /** Makes the new secret. @param overlapDays for how many days the old one stays valid */
  change: (overlapDays: number) => Promise<void>
  isPending: boolean
  onClose: () => void
}

/** Asks how long the old secret stays valid, and makes a new one. */
export default function ChangeSecret({ name, change, isPending, onClose }: ChangeSecretProps) {
  const { t, language } = useWords(apiKeyWords)
  const { t: say } = useWords(formWords)
  const [days, setDays] = useState<number | null>(usualOverlap)
  const [problems, setProblems] = useProblems()
  const begin = useFormFocus(problems)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = z.safeParse(z.object({ overlapDays }), { overlapDays: days })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      await change(checked.data.overlapDays)
      onClose()
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
