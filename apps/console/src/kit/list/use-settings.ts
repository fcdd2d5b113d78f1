import { useMemo, useState } from 'react'
import { type Column, defaultWidth, largestWidth, smallestWidth } from './column.ts'
import { type Density, noSettings, readSettings, rememberSettings, type TableSettings } from './remembered.ts'

/** The arrangement of a table by the reader, stored under the name of the table, with functions that change it. */
export interface Arrangement {
  density: Density
  /** All columns, in the chosen order. */
  order: readonly string[]
  hidden: ReadonlySet<string>
  widths: Readonly<Record<string, number>>
  setDensity: (density: Density) => void
  setHidden: (key: string, isHidden: boolean) => void
  setWidth: (key: string, width: number) => void
  /** Moves a column to the position of another one. */
  move: (key: string, to: string) => void
  reset: () => void
  isChanged: boolean
  /** The arrangement as it is stored. */
  settings: TableSettings
  /** Replaces the arrangement by another one. */
  take: (settings: TableSettings) => void
  /** Whether another arrangement would look the same. */
  isLike: (settings: TableSettings) => boolean
}

/** @param formerly a former name of the table, under which older consoles stored the arrangement */
export function useSettings<Row>(
  name: string,
  columns: readonly Column<Row>[],
  formerly?: string,
): Arrangement {
  const read = () => ({ of: name, settings: readSettings(name, formerly) })
  const [{ of, settings }, setState] = useState(read)
  if (of !== name) setState(read())
  const keys = columns.map(({ key }) => key).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: of the columns only their keys matter here
  return useMemo(() => {
    const take = (next: TableSettings) => {
      setState({ of: name, settings: next })
      rememberSettings(name, next)
    }
    const change = (part: Partial<TableSettings>) => take({ ...settings, ...part })
    const arranged = arrange(columns, settings)
    const { order } = arranged
    const hidden = new Set(arranged.hidden)
    return {
      ...arranged,
      hidden,
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
      reset: () => take(noSettings),
      isChanged: JSON.stringify(settings) !== JSON.stringify(noSettings),
      settings,
      take,
      isLike: (other) => JSON.stringify(arrange(columns, other)) === JSON.stringify(arranged),
    }
  }, [name, settings, keys])
}

export const widthOf = <Row>(column: Column<Row>, { widths }: Pick<Arrangement, 'widths'>): number =>
  widths[column.key] ?? column.width ?? defaultWidth

/** Applies a stored arrangement to the current columns. */
export const arrange = <Row>(
  columns: readonly Column<Row>[],
  { order, hidden, widths, density }: TableSettings,
) => ({
  density,
  order: inOrder(columns, order),
  hidden: columns.flatMap(({ key, isOptional }) =>
    hidden.includes(key) || (isOptional && order.length === 0) ? [key as string] : [],
  ),
  widths: Object.fromEntries(
    columns.flatMap(({ key }) => (key in widths ? [[key, widths[key] as number]] : [])),
  ),
})

/** The stored order; a column that is not in it keeps its place after the column that precedes it by default. */
function inOrder<Row>(columns: readonly Column<Row>[], remembered: readonly string[]): string[] {
  const keys: string[] = columns.map(({ key }) => key)
  const order = remembered.filter((key, index) => keys.includes(key) && remembered.indexOf(key) === index)
  keys.forEach((key, index) => {
    if (order.includes(key)) return
    const before = keys[index - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  })
  return order
}
