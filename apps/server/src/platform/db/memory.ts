/** A bounded cache whose entries expire after a while; the least recently used entry is removed first. */
export interface Memory<T> {
  get(name: string): T | undefined
  set(name: string, value: T): void
  clear(): void
}

export function createMemory<T>(
  capacity: number,
  lifetimeMs: number,
  // The machine's clock may be set back, and an entry would then stay longer.
  now: () => number = () => performance.now(),
): Memory<T> {
  const entries = new Map<string, { value: T; until: number }>()
  return {
    get(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      entries.delete(name)
      if (entry.until <= now()) return undefined
      entries.set(name, entry)
      return entry.value
    },
    set(name, value) {
      entries.delete(name)
      entries.set(name, { value, until: now() + lifetimeMs })
      if (entries.size > capacity) entries.delete(entries.keys().next().value as string)
    },
    clear: () => entries.clear(),
  }
}
