import type { Overview } from '@kabao/contract/operations/operation'
import { operationWords } from '@kabao/contract/operations/operation.words'
import { judgments, type OperationPart } from '@kabao/contract/operations/operation-judgment'
import { Button, IconCircleCheckFilled, useWords } from '#kit'
import { LevelBadge, type ShownLevel } from './level-badge.tsx'
import classes from './operation.module.css'
import { headingId } from './part.tsx'
import { useSentence } from './use-sentence.ts'

/** Needs attention, the most urgent first. */
export function Attention({ overview }: { overview: Overview }) {
  const { t } = useWords(operationWords)
  const sentence = useSentence()
  const found = overview.judgments.flatMap((judgment) => {
    const [part, level] = judgments[judgment.name]
    return level === 'fine' ? [] : [{ part, level: level as ShownLevel, text: sentence(judgment) }]
  })
  const unread = overview.failures.map(({ part, why }) => ({
    part,
    level: 'unknown' as const,
    text: t('now.unread', { part: t(`part.${part}`), why: t(`failure.${why}`) }),
  }))
  const all = [...found, ...unread]
  return (
    <section className={classes.now} aria-label={t('now.title')}>
      <h2 className={classes.heading}>{t('now.title')}</h2>
      {all.length === 0 ? (
        <p className={classes.allFine}>
          <IconCircleCheckFilled size={18} aria-hidden /> {t('now.none')}
        </p>
      ) : (
        <ul className={classes.found}>
          {all.map(({ part, level, text }) => (
            <li key={text} data-level={level}>
              <LevelBadge level={level} />
              <span className={classes.text}>{text}</span>
              <Button
                size="xs"
                variant="default"
                aria-label={t('now.toPart', { part: t(`part.${part}`) })}
                onClick={() => goTo(part)}
              >
                {t(`part.${part}`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Scrolls to a part and puts the focus on its heading. */
function goTo(part: OperationPart) {
  const heading = document.getElementById(headingId(part))
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}
