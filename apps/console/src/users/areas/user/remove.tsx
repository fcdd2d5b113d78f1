import { user } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { RemoveSelected, type Selection, useAct, useWords, wordsOf } from '#kit'

interface Person {
  id: string
  name: string | null
  phone: string | null
}

/** Asks for confirmation, naming the user, and permanently deletes the personal data. */
export const useRemove = () =>
  useAct(user.remove, ({ id, name, phone }: Person) => {
    const { t } = wordsOf(userWords)
    return {
      title: t('remove.title', { name: [name, phone].filter(Boolean).join(' ') || id }),
      text: t('remove.text'),
      action: t('action.remove'),
      isDanger: true,
      losesPersonalData: true,
      done: () => t('remove.done'),
    }
  })

/** Deletes all selected users at once. */
export function RemoveUsers({ selection }: { selection: Selection }) {
  const { t } = useWords(userWords)
  const words = {
    title: t('remove.titleMany', { count: selection.ids.length }),
    text: t('remove.text'),
    losesPersonalData: true,
    action: t('action.removeMany'),
    done: ({ removed }: { removed: number }) => t('remove.doneMany', { count: removed }),
  }
  return (
    <RemoveSelected use={user.removeMany} selection={selection} words={words}>
      {t('action.removeMany')}
    </RemoveSelected>
  )
}
