import { type BlacklistRow, blacklist } from '@kabao/contract/blacklist'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { RemoveSelected, type Selection, useAct, useWords, wordsOf } from '#kit'

/** Asks, naming the entry, and takes it off the list. */
export const useRemove = () =>
  useAct(blacklist.remove, ({ kind, value }: BlacklistRow) => {
    const { t } = wordsOf(blacklistWords)
    return {
      title: t('remove.title'),
      text: t('remove.text', { kind: t(`kind.${kind}`), value }),
      action: t('action.remove'),
      isDanger: true,
      done: () => t('remove.done'),
    }
  })

/** Takes every selected entry off the list at once. */
export function RemoveEntries({ selection }: { selection: Selection }) {
  const { t } = useWords(blacklistWords)
  const words = {
    title: t('remove.titleMany', { count: selection.ids.length }),
    text: t('remove.textMany'),
    action: t('action.remove'),
    done: ({ removed }: { removed: number }) => t('remove.doneMany', { count: removed }),
  }
  return (
    <RemoveSelected use={blacklist.removeMany} selection={selection} words={words}>
      {t('action.removeMany')}
    </RemoveSelected>
  )
}
