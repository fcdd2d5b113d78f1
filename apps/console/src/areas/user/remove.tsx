import { user } from '@kabao/contract/user'
import { userWords } from '@kabao/contract/user.words'
import { useCallback } from 'react'
import { ask, ConfirmButton, message, type Selection, useSend, useWords, wordsOf } from '#kit'

interface Person {
  id: string
  name: string | null
  phone: string | null
}

/** Asks, naming the person, and deletes the personal data for good. */
export function useRemove(): (person: Person) => void {
  const { mutateAsync } = useSend(user.remove)
  return useCallback(
    (person) => {
      const { t } = wordsOf(userWords)
      void ask({
        title: t('remove.title', {
          name: [person.name, person.phone].filter(Boolean).join(' ') || person.id,
        }),
        text: t('remove.text'),
        action: t('action.remove'),
        isDanger: true,
        run: async () => {
          await mutateAsync({ params: { id: person.id } })
          message.success(t('remove.done'))
        },
      })
    },
    [mutateAsync],
  )
}

/** Deletes every selected user at once. */
export function RemoveSelected({ selection }: { selection: Selection }) {
  const { t } = useWords(userWords)
  const { mutateAsync } = useSend(user.removeMany)
  const count = selection.ids.length
  return (
    <ConfirmButton
      question={{
        title: t('remove.titleMany', { count }),
        text: t('remove.text'),
        action: t('action.removeMany'),
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
