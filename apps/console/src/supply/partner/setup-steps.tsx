import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { Link } from 'react-router'
import { Button, IconCheck, usePermission, useWords } from '#kit'
import classes from './partner-page.module.css'

/** What does a step: a page that it is done on, or an act. */
export interface StepAct {
  label: string
  /** Who may call it may do the step. */
  use: Pick<Endpoint, 'point'>
  to?: string
  run?: () => void
  isPending?: boolean
}

/** A step of setting up a partner. */
export interface SetupStep {
  name: string
  title: string
  isDone: boolean
  /** It is recommended, and not counted. */
  isOptional?: boolean
  act: StepAct
}

/** What is missing until people flow; one line once nothing is. */
export function SetupSteps({ steps }: { steps: readonly SetupStep[] }) {
  const { t } = useWords(partnerPageWords)
  const needed = steps.filter(({ isOptional }) => !isOptional)
  const done = needed.filter(({ isDone }) => isDone).length
  const count = needed.length
  return (
    <details className={classes.setup} open={done < count}>
      <summary>
        <span className={classes.name}>{t('setup.title')}</span> ·{' '}
        {done === count ? t('setup.all', { count }) : t('setup.count', { done, count })}
      </summary>
      <ol className={classes.steps}>
        {steps.map(({ name, title, isDone, isOptional, act }) => (
          <li key={name} data-done={isDone || undefined}>
            <span
              className={classes.mark}
              role="img"
              aria-label={t(isDone ? 'setup.isDone' : 'setup.isOpen')}
            >
              {isDone ? <IconCheck size={16} aria-hidden /> : '○'}
            </span>
            <span>
              {title}{' '}
              {isOptional && !isDone && <span className={classes.aside}>{t('setup.isOptional')}</span>}
            </span>
            {!isDone && <StepButton act={act} />}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** What does a step, as a button or a link; for who may not do it, who can. @param isFirst it is the next act of the whole page */
export function StepButton({ act, isFirst = false }: { act: StepAct; isFirst?: boolean }) {
  const { t } = useWords(partnerPageWords)
  const { label, use, to, run, isPending = false } = act
  if (!usePermission(use))
    return isFirst ? null : <span className={classes.aside}>{t('setup.noRight', { act: label })}</span>
  const look = isFirst ? {} : ({ size: 'xs', variant: 'default' } as const)
  return to === undefined ? (
    <Button {...look} loading={isPending} onClick={run}>
      {label}
    </Button>
  ) : (
    <Button {...look} component={Link} to={to}>
      {label}
    </Button>
  )
}
