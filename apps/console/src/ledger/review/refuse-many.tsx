import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { inLanguage } from '@kabao/contract/kernel/language'
import type { Act } from '@kabao/contract/kernel/machine'
import { wordIssues } from '@kabao/contract/kernel/problems'
import type { reviewSeveralOf } from '@kabao/contract/ledger/review'
import { reviewWords } from '@kabao/contract/ledger/review.words'
import { type FormEvent, useState } from 'react'
import { useSend } from '#kit/call/query.ts'
import { Refusal } from '#kit/call/refusal.ts'
import { Button } from '#kit/controls/button.ts'
import { Modal } from '#kit/controls/modal.tsx'
import { LongTextField } from '#kit/form/long-text-field.tsx'
import { useProblems } from '#kit/form/use-problems.ts'
import type { Selection } from '#kit/list/use-selection.ts'
import { message } from '#kit/message/message.ts'
import { usePermission } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './review.module.css'

/**
 * Asks for the reason, and refuses all selected rows; nothing for users without the permission.
 * @param act the act of the machine; the button and the dialog are called as it is
 */
export function RefuseMany({
  use,
  act,
  selection,
}: {
  use: Endpoint & Pick<ReturnType<typeof reviewSeveralOf>, 'body' | 'answer'>
  act: Act
  selection: Selection
}) {
  const { t, language } = useWords(reviewWords)
  const name = inLanguage(act.button, language)
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [problems, setProblems] = useProblems()
  const { mutateAsync, isPending } = useSend(use)
  if (!usePermission(use)) return null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = use.body.safeParse({ ids: selection.ids, note })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      const { done, skipped } = await mutateAsync({ body: checked.data })
      message.success(skipped > 0 ? t('someSkipped', { count: done, skipped }) : t('done', { count: done }))
      setOpen(false)
      setNote('')
      selection.clear()
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  return (
    <>
      <Button variant="light" color="red" onClick={() => setOpen(true)}>
        {name}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('title', { act: name, count: selection.ids.length })}
      >
        <form onSubmit={(event) => void submit(event)} noValidate>
          <LongTextField
            name="note"
            label={t('note', { act: name })}
            description={t('noteHint')}
            value={note}
            error={problems.note}
            isRequired
            onChange={(text) => {
              setNote(text)
              setProblems({})
            }}
          />
          <div className={classes.buttons}>
            <Button type="submit" color="red" loading={isPending}>
              {name}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  )
}
