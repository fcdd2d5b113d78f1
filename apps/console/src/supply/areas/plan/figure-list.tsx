import classes from './plan.module.css'

/** Figures with their names, each with a note below it or without one. */
export const FigureList = ({
  figures,
  className,
}: {
  figures: readonly (readonly (string | undefined)[])[]
  className: string | undefined
}) => (
  <dl className={className}>
    {figures.map(([label, value, note]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value}
          {note && <span className={classes.note}>{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
