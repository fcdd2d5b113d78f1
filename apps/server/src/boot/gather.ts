import type { Area } from '#platform/area'

/**
 * Collects one kind of things from all areas, sorted by name, so that the order of the areas changes nothing.
 * @param given the things of one area
 * @param nameOf the name of a thing, unique in the whole service
 * @throws Error if two have the same name
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
