import { type PushTroubleRow, pushTrouble } from '@kabao/contract/engine/push-trouble'
import { pushTroubleWords } from '@kabao/contract/engine/push-trouble.words'
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
import classes from './handle.module.css'

/** Hands a push to look at to another administrator, or closes it with a note. */
export default function HandleDialog({
  row: { id, version },
  act,
  onClose,
}: {
  row: PushTroubleRow
  act: 'assign' | 'close'
  onClose: () => void
}) {
  const { t, language } = useWords(pushTroubleWords)
  const [value, setValue] = useState<string>()
  const [problems, setProblems] = useProblems()
  const assign = useSend(pushTrouble.assign)
  const close = useSend(pushTrouble.close)
  const change = (next: string | undefined) => {
    setValue(next)
    setProblems({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const params = { id }
    try {
      if (act === 'assign') {
        const checked = pushTrouble.assign.body.safeParse({ version, ownerId: value ?? '' })
        if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
        await assign.mutateAsync({ params, body: checked.data })
      } else {
        const checked = pushTrouble.close.body.safeParse({ version, note: value ?? '' })
        if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
        await close.mutateAsync({ params, body: checked.data })
      }
      message.success(t(`${act}.done`))
      onClose()
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t(`${act}.title`)}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        {act === 'assign' ? (
          <ChoiceField
            name="ownerId"
            label={t('field.ownerName')}
            placeholder={t('hint.owner')}
            use={pushTrouble.owners}
            value={value}
            onChange={change}
            error={problems.ownerId}
            isRequired
          />
        ) : (
          <LongTextField
            name="note"
            label={t('field.note')}
            description={t('close.hint')}
            value={value ?? ''}
            onChange={change}
            error={problems.note}
            isRequired
          />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={assign.isPending || close.isPending}>
            {t(`action.${act}`)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
