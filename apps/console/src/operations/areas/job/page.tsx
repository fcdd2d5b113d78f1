import { type JobQueue, job } from '@kabao/contract/operations/job'
import { jobWords } from '@kabao/contract/operations/job.words'
import { memo } from 'react'
import { Failure, Page, Skeleton, useAnswer, useWords } from '#kit'
import classes from './job.module.css'
import { Queues } from './queues.tsx'
import { Runs } from './runs.tsx'

/** The background jobs of the service, their next runs, and every run. */
export default memo(function JobPage() {
  const { t } = useWords(jobWords)
  const { data, error, refetch } = useAnswer(job.queues, {}, { refetchInterval: pauseFor })
  return (
    <Page title={t('title')} isLong>
      <section className={classes.part}>
        <h2 className={classes.heading}>{t('queues')}</h2>
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton count={8} />}
        {data && <Queues queues={data} />}
      </section>
      {/* Below the jobs, so it waits until these have their height. */}
      {(data || error) && (
        <section>
          <h2 className={classes.heading}>{t('runs')}</h2>
          <Runs queues={data ?? noQueues} />
        </section>
      )}
    </Page>
  )
})

const noQueues: never[] = []

/** Polls more often while a run waits or runs. */
const pauseFor = ({ state }: { state: { data?: readonly JobQueue[] | undefined } }) =>
  state.data?.some(({ waiting, active }) => waiting + active > 0) ? 2_000 : 30_000
