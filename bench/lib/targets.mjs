import { readFileSync, writeFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.mjs'
import { table } from './figures.mjs'

const file = at('bench/figures.json')
const measured = new Map()

const read = () => JSON.parse(readFileSync(file, 'utf8'))

/** Notes a measured figure. @param name that of an entry of `bench/figures.json`, which also has the unit */
export function record(name, value) {
  if (!read().some((figure) => figure.name === name)) throw new Error(`bench/figures.json has no "${name}".`)
  measured.set(name, value)
}

/** What was recorded in this run beside the targets and the figures of the file, as a table; null if nothing was recorded. */
export function targetTable() {
  if (measured.size === 0) return null
  const rows = read()
    .filter(({ name }) => measured.has(name))
    .map(({ name, target, unit, better, last }) => {
      const now = measured.get(name)
      const isMet = better === 'higher' ? now >= target : now <= target
      return [
        name,
        `${better === 'higher' ? '≥' : '≤'} ${target} ${unit}`.trim(),
        `${rounded(now)}${isMet ? '' : ', missed'}`,
        last ?? '–',
      ]
    })
  return table(['figure', 'target', 'now', 'last committed'], rows)
}

/** Writes what was recorded in this run to the file. */
export function keepFigures() {
  const figures = read().map((figure) =>
    measured.has(figure.name) ? { ...figure, last: rounded(measured.get(figure.name)) } : figure,
  )
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`)
}

/** Three digits, but no fewer than the whole number has. */
const rounded = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
