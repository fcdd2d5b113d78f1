import * as z from 'zod/mini'
import { pageSizes } from './list.ts'

/** Increased when the shape below changes; settings stored by an older version are then ignored. */
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

/** The storage name of an arrangement; each saved view has its own. */
export const tableName = (list: string, view: string | undefined): string =>
  view === undefined ? list : `${list}@${view}`
const sizeKey = (list: string) => `kabao.size.${list}`

/**
 * The stored arrangement of a table; an invalid one is ignored.
 * @param formerly a former name of the table, read as long as nothing is stored under the current name
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

/** Deletes the arrangement of a deleted view. */
export const forgetSettings = (table: string): void => localStorage.removeItem(settingsKey(table))

/** @param formerly as in `readSettings` */
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

/** If the storage is full or blocked, the arrangement is not stored, and nothing else fails. */
function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // No message is needed: the table keeps the arrangement until the page is closed.
  }
}
