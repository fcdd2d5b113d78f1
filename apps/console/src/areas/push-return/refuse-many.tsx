import { wordIssues } from '@kabao/contract/problems'
import { pushReturn } from '@kabao/contract/push-return'
import { pushReturnWords } from '@kabao/contract/push-return.words'
import { type FormEvent, useState } from 'react'
import {
  Button,
  LongTextField,
  Modal,
  message,
  Refusal,
  type Selection,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import classes from './detail.module.css'

/** Asks for the reason, and refuses all selected returns. */
export function RefuseMany({ selection }: { selection: Selection }) {
  const { t, language } = useWords(pushReturnWords)
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [problems, setProblems] = useProblems()
  const { mutateAsync, isPending } = useSend(pushReturn.refuseMany)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = pushReturn.refuseMany.body.safeParse({ ids: selection.ids, note })
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      const { done, skipped } = await mutateAsync({ body: checked.data })
      message.success(
        skipped > 0 ? t('refuse.someSkipped', { count: done, skipped }) : t('refuse.done', { count: done }),
      )
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
        {t('action.refuseMany')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('refuse.title', { count: selection.ids.length })}
      >
        <form onSubmit={(event) => void submit(event)} noValidate>
          <LongTextField
            name="note"
            label={t('field.note')}
            description={t('refuse.hint')}
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
              {t('action.refuse')}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  )
}
