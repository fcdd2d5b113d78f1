import { type JobQueue, job } from '@kabao/contract/operations/job'
import { jobWords } from '@kabao/contract/operations/job.words'
import { Button, Can, formatInstant, formatNumber, useWords } from '#kit'
import { useRun } from './acts.ts'
import classes from './job.module.css'
import { StateBadge } from './state-badge.tsx'
import { useDuration } from './use-duration.ts'

/** Each job with its waiting and active runs, its last result and its next run. */
export function Queues({ queues }: { queues: readonly JobQueue[] }) {
  const { t, language } = useWords(jobWords)
  const durationOf = useDuration()
  const run = useRun()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={t('queues')}>
      <table className={classes.queues}>
        <thead>
          <tr>
            <th scope="col">{t('field.title')}</th>
            <th scope="col">{t('field.cron')}</th>
            <th scope="col">{t('field.nextAt')}</th>
            <th scope="col">{t('field.last')}</th>
            <th scope="col" className={classes.number}>
              {t('field.waiting')}
            </th>
            <th scope="col" className={classes.number}>
              {t('field.active')}
            </th>
            <th scope="col" className={classes.number}>
              {t('field.failed')}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name}>
              <th scope="row">{queue.title}</th>
              <td>{queue.cron === null ? t('onDemand') : <code>{queue.cron}</code>}</td>
              <td>{queue.nextAt === null ? '–' : formatInstant(queue.nextAt, language)}</td>
              <td>
                {queue.last === null ? (
                  t('never')
                ) : (
                  <span className={classes.last}>
                    <StateBadge state={queue.last.state} />
                    {formatInstant(queue.last.at, language)} · {durationOf(queue.last.ms)}
                  </span>
                )}
              </td>
              <td className={classes.number}>{formatNumber(queue.waiting, language)}</td>
              <td className={classes.number}>{formatNumber(queue.active, language)}</td>
              <td className={classes.number}>{formatNumber(queue.failed, language)}</td>
              <td>
                {queue.cron !== null && (
                  <Can use={job.run}>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t('action.runOf', { title: queue.title })}
                      onClick={() => run({ id: queue.name, title: queue.title })}
                    >
                      {t('action.run')}
                    </Button>
                  </Can>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
