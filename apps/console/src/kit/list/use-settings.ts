import { useMemo, useState } from 'react'
import { type Column, defaultWidth, largestWidth, smallestWidth } from './column.ts'
import { type Density, noSettings, readSettings, rememberSettings, type TableSettings } from './remembered.ts'

/** How the reader arranges a table, and what he can do about it. Remembered by the table's name. */
export interface Arrangement {
  density: Density
  /** Every column, in the order wanted. */
  order: readonly string[]
  hidden: ReadonlySet<string>
  widths: Readonly<Record<string, number>>
  setDensity: (density: Density) => void
  setHidden: (key: string, isHidden: boolean) => void
  setWidth: (key: string, width: number) => void
  /** Puts a column where another one is. */
  move: (key: string, to: string) => void
  reset: () => void
  isChanged: boolean
}

export function useSettings<Row>(name: string, columns: readonly Column<Row>[]): Arrangement {
  const [settings, setSettings] = useState(() => readSettings(name))
  const keys = columns.map(({ key }) => key).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: of the columns only their keys matter here
  return useMemo(() => {
    const change = (part: Partial<TableSettings>) => {
      const next = { ...settings, ...part }
      setSettings(next)
      rememberSettings(name, next)
    }
    const order = inOrder(columns, settings.order)
    const hidden = new Set(
      settings.order.length > 0 ? settings.hidden : [...settings.hidden, ...optional(columns)],
    )
    return {
      density: settings.density,
      order,
      hidden,
      widths: settings.widths,
      setDensity: (density) => change({ density }),
      setHidden: (key, isHidden) =>
        change({
          order: [...order],
          hidden: isHidden ? [...hidden, key] : [...hidden].filter((each) => each !== key),
        }),
      setWidth: (key, width) =>
        change({
          widths: {
            ...settings.widths,
            [key]: Math.round(Math.min(Math.max(width, smallestWidth), largestWidth)),
          },
        }),
      move: (key, to) => {
        const rest = order.filter((each) => each !== key)
        const at = order.indexOf(to)
        change({ order: [...rest.slice(0, at), key, ...rest.slice(at)], hidden: [...hidden] })
      },
      reset: () => {
        setSettings(noSettings)
        rememberSettings(name, noSettings)
      },
      isChanged: JSON.stringify(settings) !== JSON.stringify(noSettings),
    }
  }, [name, settings, keys])
}

export const widthOf = <Row>(column: Column<Row>, { widths }: Pick<Arrangement, 'widths'>): number =>
  widths[column.key] ?? column.width ?? defaultWidth

/** The remembered order; columns it does not know keep their place behind the one they follow. */
function inOrder<Row>(columns: readonly Column<Row>[], remembered: readonly string[]): string[] {
  const keys: string[] = columns.map(({ key }) => key)
  const order = remembered.filter((key, at) => keys.includes(key) && remembered.indexOf(key) === at)
  keys.forEach((key, at) => {
    if (order.includes(key)) return
    const before = keys[at - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  })
  return order
}

const optional = <Row>(columns: readonly Column<Row>[]): string[] =>
  columns.flatMap(({ key, isOptional }) => (isOptional ? key : []))
