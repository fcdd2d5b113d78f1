import { useMemo } from 'react'

/** A value that can be chosen, and its label. */
export interface Option<V extends string = string> {
  value: V
  label: string
}

/** The options of an enumeration, with labels. */
export const optionsOf = <V extends string>(values: readonly V[], label: (value: V) => string): Option<V>[] =>
  values.map((value) => ({ value, label: label(value) }))

type Choices = Record<string, readonly string[]>
type KeysOf<C extends Choices> = { [K in keyof C & string]: `${K}.${C[K][number]}` }[keyof C & string]

/**
 * The options of enumerations. The words below an enumeration's name label its values: `flow.full`, `flow.half`… for `flow`. The
 * result stays the same object until the language changes.
 */
export function useOptions<const C extends Choices>(
  t: (key: KeysOf<C>) => string,
  choices: C,
): { [K in keyof C]: Option<C[K][number]>[] } {
  // biome-ignore lint/correctness/useExhaustiveDependencies: enumerations do not change
  return useMemo(() => {
    const worded = Object.entries(choices).map(([name, values]) => [
      name,
      optionsOf(values, (value) => t(`${name}.${value}` as KeysOf<C>)),
    ])
    return Object.fromEntries(worded)
  }, [t])
}

/** The option of a record with a name. */
export const namedOption = ({ id, name }: { id: string; name: string }): Option => ({
  value: id,
  label: name,
})
