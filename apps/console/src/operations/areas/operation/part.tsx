import type { Overview } from '@kabao/contract/operations/operation'
import { operationWords } from '@kabao/contract/operations/operation.words'
import { judgments, type OperationPart } from '@kabao/contract/operations/operation-judgment'
import type { ReactNode } from 'react'
import { useWords } from '#kit'
import { LevelBadge, worstOf } from './level-badge.tsx'
import classes from './operation.module.css'
import { useSentence } from './use-sentence.ts'

/** The id of the heading of a part. */
export const headingId = (part: OperationPart) => `operation-${part}`

interface PartProps {
  part: OperationPart
  overview: Overview
  /** The whole width of the page. */
  isWide?: boolean
  /** What can be done about it, and where more is. */
  acts?: ReactNode
  /** Its figures; left out if they could not be read. */
  children?: ReactNode
}

/** A part of the page: how it is judged and why, then its figures. */
export function Part({ part, overview, isWide = false, acts, children }: PartProps) {
  const { t } = useWords(operationWords)
  const sentence = useSentence()
  const own = overview.judgments.filter(({ name }) => judgments[name][0] === part)
  const failure = overview.failures.find((each) => each.part === part)
  const levels = own.map(({ name }) => judgments[name][1])
  return (
    <section className={classes.part} data-wide={isWide || undefined} aria-labelledby={headingId(part)}>
      <div className={classes.partTop}>
        <h2 id={headingId(part)} className={classes.heading} tabIndex={-1}>
          {t(`part.${part}`)}
        </h2>
        <LevelBadge level={failure ? 'unknown' : worstOf(levels)} />
        {acts && <div className={classes.acts}>{acts}</div>}
      </div>
      {failure && <p className={classes.sentence}>{t(`failure.${failure.why}`)}</p>}
      {own.map((judgment) => (
        <p key={sentence(judgment)} className={classes.sentence}>
          {sentence(judgment)}
        </p>
      ))}
      {children}
    </section>
  )
}
