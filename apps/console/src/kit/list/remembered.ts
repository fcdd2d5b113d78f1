import * as z from 'zod/mini'
import { pageSizes } from './list.ts'

/** Counts up when the shape below changes; what an older console remembered is then forgotten. */
const version = 1

const settings = z.object({
  version: z.literal(version),
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number().check(z.gte(40), z.lte(1200))),
  density: z.enum(['compact', 'normal', 'loose']),
})
export type Density = z.output<typeof settings>['density']
export type TableSettings = Omit<z.output<typeof settings>, 'version'>

export const noSettings: TableSettings = { order: [], hidden: [], widths: {}, density: 'normal' }

const settingsKey = (table: string) => `kabao.table.${table}`

/** What an arrangement is remembered by: a view's is apart from the reader's own. */
export const tableName = (list: string, view: string | undefined): string =>
  view === undefined ? list : `${list}@${view}`
const sizeKey = (list: string) => `kabao.size.${list}`

/** How the reader arranged a table; anything that is not such an arrangement is none. */
export function readSettings(table: string): TableSettings {
  const { success, data } = z.safeParse(settings, parsed(localStorage.getItem(settingsKey(table))))
  if (!success) return noSettings
  const { version: _, ...kept } = data
  return kept
}

export const rememberSettings = (table: string, kept: TableSettings): void =>
  store(settingsKey(table), JSON.stringify({ version, ...kept }))

/** Of a view that is gone nothing is remembered. */
export const forgetSettings = (table: string): void => localStorage.removeItem(settingsKey(table))

export const readSize = (list: string): number | undefined =>
  pageSizes.find((size) => String(size) === localStorage.getItem(sizeKey(list)))

export const rememberSize = (list: string, size: number): void => store(sizeKey(list), String(size))

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** A full or forbidden store costs the reader his arrangement and nothing else. */
function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // nothing to tell: the table is as he wants it until he leaves
  }
}
