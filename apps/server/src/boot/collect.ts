/**
 * Collects one kind of things from all areas or modules, sorted by name, so that their order changes nothing.
 * @param given the things of one of them
 * @param nameOf the name of a thing, unique in the whole service
 * @throws Error if two have the same name
 */
export function collect<F extends { name: string }, T>(
  from: readonly F[],
  given: (one: F) => readonly T[] | undefined,
  nameOf: (one: T) => string,
): readonly T[] {
  const byName = new Map<string, { one: T; from: string }>()
  for (const each of from) {
    for (const one of given(each) ?? []) {
      const name = nameOf(one)
      const other = byName.get(name)
      if (other) throw new Error(`${other.from} and ${each.name} both give ${name}.`)
      byName.set(name, { one, from: each.name })
    }
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { one }]) => one)
}
