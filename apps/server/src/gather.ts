import type { Area } from './area.ts'

/**
 * What the areas give of one kind, sorted by name: the order in which areas are registered changes nothing.
 * @param given what one area gives of it
 * @param nameOf by what it is known, once in the whole service
 * @throws Error where two have one name
 */
export function gather<T>(
  areas: readonly Area[],
  given: (area: Area) => readonly T[] | undefined,
  nameOf: (one: T) => string,
): readonly T[] {
  const byName = new Map<string, { one: T; from: string }>()
  for (const area of areas) {
    for (const one of given(area) ?? []) {
      const name = nameOf(one)
      const other = byName.get(name)
      if (other) throw new Error(`The areas ${other.from} and ${area.name} both give ${name}.`)
      byName.set(name, { one, from: area.name })
    }
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { one }]) => one)
}
