import classes from './skeleton.module.css'

export interface SkeletonProps {
  /** What is loading: lines of text, the facts about a record, cards with a number, or the fields of a form. */
  shape?: 'lines' | 'facts' | 'cards' | 'form'
  /** Number of lines, facts, cards or fields. */
  count?: number
}

/** Placeholder bars in the shape of what is loading. */
export function Skeleton({ shape = 'lines', count = 4 }: SkeletonProps) {
  const Part = parts[shape]
  return (
    <div className={classes.skeleton} aria-busy>
      {shape === 'facts' && <span className={`${classes.bone} ${classes.head}`} />}
      <div className={classes[shape]}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without content
          <Part key={index} width={widthAt(index)} />
        ))}
      </div>
    </div>
  )
}

type Part = (props: { width: string }) => React.JSX.Element

const parts: Record<NonNullable<SkeletonProps['shape']>, Part> = {
  lines: ({ width }) => <span className={classes.bone} style={{ width }} />,
  facts: ({ width }) => (
    <div className={classes.fact}>
      <span className={classes.bone} />
      <span className={classes.bone} style={{ width }} />
    </div>
  ),
  cards: ({ width }) => (
    <div className={classes.card}>
      <span className={`${classes.bone} ${classes.number}`} />
      <span className={classes.bone} style={{ width }} />
    </div>
  ),
  form: () => (
    <div>
      <span className={`${classes.bone} ${classes.label}`} />
      <span className={`${classes.bone} ${classes.input}`} />
    </div>
  ),
}

/** The width of a bar; texts differ in length. */
export const widthAt = (at: number): string => `${90 - ((at * 37) % 40)}%`
