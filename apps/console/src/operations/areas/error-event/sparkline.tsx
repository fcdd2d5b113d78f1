import classes from './sparkline.module.css'

const width = 100
const height = 24
/** Half of the line's thickness, so that it is not cut at the edges. */
const edge = 1

/** A small line of numbers from the oldest to the newest, for a cell of a table. @param label what it shows, as a text */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values)
  const step = (width - 2 * edge) / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) =>
      `${(edge + index * step).toFixed(1)},${(height - edge - (value / most) * (height - 2 * edge)).toFixed(1)}`,
  )
  return (
    <svg
      className={classes.line}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      <title>{label}</title>
      <polyline points={points.join(' ')} />
    </svg>
  )
}
