import type { HomeWarning, WarningKind } from '@kabao/contract/statistics/home'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatShortInstant, Skeleton, useWords } from '#kit'
import classes from './home.module.css'
import { linkTo } from './link.ts'
import { useToday } from './live.ts'
import { useHeld } from './use-held.ts'
import { useCountText } from './waiting.tsx'

/** What will come, or stops nobody; the others are worse. */
const mild: ReadonlySet<WarningKind> = new Set([
  ...(['balanceEnds', 'balancesLow', 'balancesLowUv', 'planEnds', 'plansExhausted', 'poolsLow'] as const),
])

/** What is wrong now; each sentence leads to where it is seen or mended. */
export function Warnings() {
  const { t } = useWords(homeWords)
  const id = useId()
  const { data, error } = useToday()
  const { shown, handlers } = useHeld(data?.warnings)
  return (
    <section className={classes.panel} aria-labelledby={id} {...handlers}>
      <h2 id={id}>{t('card.warnings')}</h2>
      {!error && !data && <Skeleton />}
      {shown?.length === 0 && <p className={classes.none}>{t('fine')}</p>}
      <ul className={classes.warnings}>
        {shown?.map((warning) => (
          <li key={`${warning.kind} ${warning.name}`} data-mild={mild.has(warning.kind) || undefined}>
            <Sentence of={warning} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sentence({ of: { kind, name, count, at, link } }: { of: HomeWarning }) {
  const { t, language } = useWords(homeWords)
  const number = useCountText()
  return (
    <Link to={linkTo(link)}>
      {t(`warning.${kind}`, {
        name: name ?? '',
        count: count === null ? '' : number(count),
        at: at === null ? '' : formatShortInstant(at, language),
      })}
    </Link>
  )
}
