import { formWords } from '@kabao/contract/kernel/form.words'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { settlement } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { type FormEvent, useState } from 'react'
import {
  Button,
  ChoiceField,
  Group,
  Modal,
  message,
  Refusal,
  Stack,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import { DateField } from '#kit/form/date-field.tsx'
import { useFormFocus } from '#kit/form/use-form-focus.ts'

/** Drafts the settlement of a channel through a day that is over. */
export default function DraftDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords(settlementWords)
  const { t: form } = useWords(formWords)
  const [draft, setDraft] = useState<{ channelId: string; toDay: string | null }>({
    channelId: '',
    toDay: null,
  })
  const [problems, setProblems] = useProblems()
  const begin = useFormFocus(problems)
  const { mutateAsync, isPending } = useSend(settlement.create)
  const set = (change: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...change }))
    setProblems({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const given = { channelId: draft.channelId || undefined, toDay: draft.toDay ?? undefined }
    const checked = settlement.create.body.safeParse(given)
    if (!checked.success) return setProblems(wordIssues(checked.error.issues, language))
    try {
      await mutateAsync({ body: checked.data })
      message.success(t('create.done'))
      onClose()
    } catch (error) {
      if (error instanceof Refusal && error.fields) setProblems(error.fields)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('create.title')}>
      <form ref={begin} onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <ChoiceField
            name="channelId"
            label={t('field.channelName')}
            placeholder={t('create.channel')}
            use={settlement.channels}
            isRequired
            value={draft.channelId === '' ? undefined : draft.channelId}
            error={problems.channelId}
            onChange={(channelId) => set({ channelId: channelId ?? '' })}
          />
          <DateField
            name="toDay"
            label={t('field.toDay')}
            description={t('create.hint')}
            isRequired
            value={draft.toDay}
            error={problems.toDay}
            onChange={(toDay) => set({ toDay })}
          />
          <Group justify="flex-end">
            <Button variant="default" disabled={isPending} onClick={onClose}>
              {form('cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('action.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
