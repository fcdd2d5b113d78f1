import type { List } from './list.ts'

/** Whether a field is an instant, by its name in the contract: `createdAt`, `lastLoginAt`. */
const isInstant = (name: string) => name.endsWith('At')

/** Ascending, descending, then the default order. Instants start with the newest, which readers usually look for. */
export function nextSort({ sort, defaultSort }: Pick<List, 'sort' | 'defaultSort'>, name: string): string {
  const both = isInstant(name) ? [`-${name}`, name] : [name, `-${name}`]
  const steps = [...new Set([defaultSort, ...both])]
  return steps[(steps.indexOf(sort) + 1) % steps.length] as string
}
