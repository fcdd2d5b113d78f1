import type { WordTree } from '@kabao/contract/language'
import type { Describe } from '../form/conflict.tsx'
import type { WordsOf } from '../words/words.ts'

/**
 * How a form names its fields where somebody else's change is shown: by the texts `field.<name>`.
 * @param texts how a value is written where it is no text itself, by the field's name
 */
export function describeFields<T extends WordTree & { field: WordTree }>(
  { t }: Pick<WordsOf<T>, 't'>,
  texts: Record<string, (value: never) => string> = {},
): Describe {
  const say = t as (key: string) => string
  return (name, value) => ({
    label: say(`field.${name}`),
    text: texts[name]?.(value as never) ?? String(value ?? ''),
  })
}
