/** One line or stack of a report's chart: a value for each step, null where there is none. */
export interface Series {
  key: string
  name: string
  values: readonly (number | null)[]
  /** Whether it is all others together; it has a color of its own. */
  isRest?: boolean
  /** Whether it is of the days that are compared; it is drawn as a dotted line. */
  isBefore?: boolean
}

/** A report's chart as data. */
export interface ChartData {
  kind: 'lines' | 'stacked'
  /** The name of each step: `03-01`. */
  steps: readonly string[]
  series: readonly Series[]
  /** The text of a value on the axis, and in the tooltip. */
  short: (value: number) => string
  text: (value: number) => string
}

/** The place of a series among those that take their colors in turn. */
export const placeOf = (series: readonly Pick<Series, 'isRest'>[], at: number): number =>
  series.slice(0, at).filter(({ isRest }) => !isRest).length
