import { type BlacklistRow, blacklist } from '@kabao/contract/blacklist'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { useCallback } from 'react'
import { ask, ConfirmButton, message, type Selection, useSend, useWords, wordsOf } from '#kit'

/** Asks, naming the entry, and takes it off the list. */
export function useRemove(): (row: BlacklistRow) => void {
  const { mutateAsync } = useSend(blacklist.remove)
  return useCallback(
    (row) => {
      const { t } = wordsOf(blacklistWords)
      void ask({
        title: t('remove.title'),
        text: t('remove.text', { kind: t(`kind.${row.kind}`), value: row.value }),
        action: t('action.remove'),
        isDanger: true,
        run: async () => {
          await mutateAsync({ params: { id: row.id } })
          message.success(t('remove.done'))
        },
      })
    },
    [mutateAsync],
  )
}

/** Takes every selected entry off the list at once. */
export function RemoveSelected({ selection }: { selection: Selection }) {
  const { t } = useWords(blacklistWords)
  const { mutateAsync } = useSend(blacklist.removeMany)
  const count = selection.ids.length
  return (
    <ConfirmButton
      question={{
        title: t('remove.titleMany', { count }),
        text: t('remove.textMany'),
        action: t('action.remove'),
        isDanger: true,
        run: async () => {
          const { removed } = await mutateAsync({ body: { ids: [...selection.ids] } })
          selection.clear()
          message.success(t('remove.doneMany', { count: removed }))
        },
      }}
    >
      {t('action.removeMany')}
    </ConfirmButton>
  )
}
