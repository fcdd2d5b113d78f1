import type { JobRow } from '@kabao/contract/operations/job'
import { jobWords } from '@kabao/contract/operations/job.words'
import { Fact, Facts, formatInstant, SidePanel, useWords } from '#kit'
import { spent } from './columns.tsx'
import classes from './job.module.css'
import { StateBadge } from './state-badge.tsx'
import { useDuration } from './use-duration.ts'

/** One run: its input, its result, and where it failed. */
export default function RunPanel({ run, onClose }: { run: JobRow; onClose: () => void }) {
  const { t, language } = useWords(jobWords)
  const durationOf = useDuration()
  return (
    <SidePanel title={t('detail')} onClose={onClose}>
      <Facts title={run.title}>
        <Fact label={t('field.state')}>
          <StateBadge state={run.state} />
        </Fact>
        <Fact label={t('field.attempt')}>{t('tryOf', { attempt: run.attempt, attempts: run.attempts })}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(run.createdAt, language)}</Fact>
        <Fact label={t('field.startAfter')}>{formatInstant(run.startAfter, language)}</Fact>
        <Fact label={t('field.startedAt')}>{formatInstant(run.startedAt, language)}</Fact>
        <Fact label={t('field.completedAt')}>{formatInstant(run.completedAt, language)}</Fact>
        <Fact label={t('field.duration')}>{spent(run, durationOf)}</Fact>
        <Fact label={t('field.data')}>{asText(run.data)}</Fact>
        <Fact label={t('field.output')}>{asText(run.output)}</Fact>
      </Facts>
      {run.error && (
        <section>
          <h3 className={classes.heading}>{t('field.error')}</h3>
          <p className={classes.error}>
            {run.error.name}
            {run.error.code && ` (${run.error.code})`}: {run.error.message}
          </p>
          {run.error.stack && <pre className={classes.stack}>{run.error.stack}</pre>}
        </section>
      )}
    </SidePanel>
  )
}

const asText = (values: Record<string, unknown> | null) =>
  values && Object.keys(values).length > 0
    ? Object.entries(values)
        .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
        .join(', ')
    : null
