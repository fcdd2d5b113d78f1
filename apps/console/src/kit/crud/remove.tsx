import type { Endpoint } from '@kabao/contract/kernel/kernel'
import type { WordList, Words, WordTree } from '@kabao/contract/kernel/language'
import type { ComponentProps } from 'react'
import { useAct } from '../form/use-act.ts'
import { RemoveSelected } from '../list/remove-selected.tsx'
import type { Selection } from '../list/use-selection.ts'
import { useWords, type WordsOf, wordsOf } from '../words/words.ts'

/** The texts of an area whose rows can be deleted. */
export interface RemovalTree extends WordTree {
  action: { readonly remove: Words; readonly [key: string]: Words }
  remove: { readonly title: Words; readonly text: Words; readonly done: Words; readonly [key: string]: Words }
}
/** The texts of an area with deletion of several rows at once. */
export interface SeveralTree extends WordTree {
  action: { readonly remove: Words; readonly removeMany: Words; readonly [key: string]: Words }
  remove: {
    readonly titleMany: Words
    readonly textMany: Words
    readonly doneMany: Words
    readonly [key: string]: Words
  }
}
type Say = (key: string, values?: Record<string, string | number>) => string

/**
 * Asks for confirmation, naming the row, and deletes it.
 * @param naming the values for the texts `remove.title` and `remove.text`
 */
export function useRemove<Row extends { id: string }, P extends string, T extends RemovalTree>(
  endpoint: Endpoint,
  words: WordList<P, T>,
  naming: (row: Row, t: WordsOf<T>['t']) => Record<string, string>,
): (row: Row) => void {
  return useAct(endpoint, (row: Row) => {
    const { t } = wordsOf(words)
    const say = t as Say
    const values = naming(row, t)
    return {
      title: say('remove.title', values),
      text: say('remove.text', values),
      action: say('action.remove'),
      isDanger: true,
      done: () => say('remove.done', values),
    }
  })
}

/** Deletes all selected rows at once, after a confirmation. */
export function RemoveRows<P extends string, T extends SeveralTree>({
  use,
  words,
  selection,
}: {
  use: ComponentProps<typeof RemoveSelected>['use']
  words: WordList<P, T>
  selection: Selection
}) {
  const say = useWords(words).t as Say
  const question = {
    title: say('remove.titleMany', { count: selection.ids.length }),
    text: say('remove.textMany'),
    action: say('action.remove'),
    done: ({ removed }: { removed: number }) => say('remove.doneMany', { count: removed }),
  }
  return (
    <RemoveSelected use={use} selection={selection} words={question}>
      {say('action.removeMany')}
    </RemoveSelected>
  )
}
