import { useMemo } from 'react'

/** What can be chosen, and what it is called. */
export interface Option<V extends string = string> {
  value: V
  label: string
}

/** The choices of an enumeration, worded. */
export const optionsOf = <V extends string>(values: readonly V[], label: (value: V) => string): Option<V>[] =>
  values.map((value) => ({ value, label: label(value) }))

type Choices = Record<string, readonly string[]>
type KeysOf<C extends Choices> = { [K in keyof C & string]: `${K}.${C[K][number]}` }[keyof C & string]

/**
 * The choices of enumerations, each worded by the texts below its name: those of `flow` by `flow.full`, `flow.half`… The same ones
 * until the language changes.
 */
export function useOptions<const C extends Choices>(
  t: (key: KeysOf<C>) => string,
  choices: C,
): { [K in keyof C]: Option<C[K][number]>[] } {
  // biome-ignore lint/correctness/useExhaustiveDependencies: enumerations stay what they are
  return useMemo(() => {
    const worded = Object.entries(choices).map(([name, values]) => [
      name,
      optionsOf(values, (value) => t(`${name}.${value}` as KeysOf<C>)),
    ])
    return Object.fromEntries(worded)
  }, [t])
}

/** How something with a name is offered. */
export const namedOption = ({ id, name }: { id: string; name: string }): Option => ({
  value: id,
  label: name,
})

/** How something is offered whose name does not tell it from others of that name. */
export const codedOption = ({ id, name, code }: { id: string; name: string; code: string }): Option => ({
  value: id,
  label: `${name} (${code})`,
})
