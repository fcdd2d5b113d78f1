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

/**
 * How the reader arranged a table; anything that is not such an arrangement is none.
 * @param formerly the name by which an older console remembered it, read while nothing is kept by the name of today
 */
export function readSettings(table: string, formerly = table): TableSettings {
  const kept = localStorage.getItem(settingsKey(table)) ?? localStorage.getItem(settingsKey(formerly))
  const { success, data } = z.safeParse(settings, parsed(kept))
  if (!success) return noSettings
  const { version: _, ...found } = data
  return found
}

export const rememberSettings = (table: string, kept: TableSettings): void =>
  store(settingsKey(table), JSON.stringify({ version, ...kept }))

/** Of a view that is gone nothing is remembered. */
export const forgetSettings = (table: string): void => localStorage.removeItem(settingsKey(table))

/** @param formerly as of the arrangement */
export function readSize(list: string, formerly = list): number | undefined {
  const kept = localStorage.getItem(sizeKey(list)) ?? localStorage.getItem(sizeKey(formerly))
  return pageSizes.find((size) => String(size) === kept)
}

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
