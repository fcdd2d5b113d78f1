import type { WordTree } from '@kabao/contract/kernel/language'
import type { ReactNode } from 'react'
import type { Describe } from '../form/conflict.tsx'
import type { WordsOf } from '../words/words.ts'

/**
 * The titles and values of a form's fields where another user's change is shown; the titles are the texts `field.<name>`.
 * @param texts shows a value that is not a text, by the field's name
 */
export function describeFields<T extends WordTree & { field: WordTree }>(
  { t }: Pick<WordsOf<T>, 't'>,
  texts: Record<string, (value: never) => ReactNode> = {},
): Describe {
  const say = t as (key: string) => string
  return (name, value) => ({
    label: say(`field.${name}`),
    text: texts[name]?.(value as never) ?? String(value ?? ''),
  })
}
