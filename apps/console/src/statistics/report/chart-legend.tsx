import { seriesVariable } from '#kit/chart/chart-theme.ts'
import { neutralSeries } from '#kit/theme/series.ts'
import classes from './chart.module.css'
import { placeOf, type Series } from './series.ts'

/** The names of the series as switches; a series that is switched off is not drawn. */
export function ChartLegend({ label, series, hidden, onToggle }: ChartLegendProps) {
  if (series.length < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of switches, no fields of a form
    <div role="group" aria-label={label} className={classes.legend}>
      {series.map(({ key, name, isRest }, index) => (
        <button
          key={key}
          type="button"
          className={classes.name}
          aria-pressed={!hidden.has(key)}
          title={name}
          onClick={() => onToggle(key)}
        >
          <span
            className={classes.swatch}
            style={{
              background: isRest ? neutralSeries : `var(${seriesVariable(placeOf(series, index))})`,
            }}
            aria-hidden
          />
          <span className={classes.nameText}>{name}</span>
        </button>
      ))}
    </div>
  )
}

interface ChartLegendProps {
  label: string
  series: readonly Series[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
}
