import { operationWords } from '@kabao/contract/operations/operation.words'
import { formatInstant, formatNumber, useWords } from '#kit'
import { Figures, Rows } from '../figures.tsx'
import { PageLink } from '../page-link.tsx'
import { Part } from '../part.tsx'
import { useCounted } from '../use-sentence.ts'
import { useSpan } from '../use-span.ts'
import type { PartOf } from './parts.tsx'

/** The queues of the jobs. */
export function QueuesPart({ overview }: PartOf) {
  const { t, language } = useWords(operationWords)
  const spanOf = useSpan()
  const { queues } = overview
  const number = (value: number) => formatNumber(value, language)
  return (
    <Part
      part="queues"
      overview={overview}
      acts={<PageLink page="AdminJobList">{t('open.queues')}</PageLink>}
    >
      {queues && (
        <>
          <Figures
            rows={[
              [t('queue.waiting'), number(queues.waiting)],
              [t('queue.active'), number(queues.active)],
              [t('queue.failed'), number(queues.failed)],
              [t('queue.oldest'), queues.oldestSeconds === null ? null : spanOf(queues.oldestSeconds)],
              [
                t('queue.next'),
                queues.next &&
                  t('queue.nextOf', {
                    title: queues.next.title,
                    at: formatInstant(queues.next.at, language),
                  }),
              ],
            ]}
          />
          {queues.busy.length > 0 && (
            <Rows
              label={t('part.queues')}
              columns={[
                [t('queue.name')],
                [t('queue.waiting'), true],
                [t('queue.active'), true],
                [t('queue.failed'), true],
                [t('queue.oldest'), true],
              ]}
              rows={queues.busy.map(({ name, title, waiting, active, failed, oldestSeconds }) => ({
                key: name,
                cells: [
                  <PageLink
                    key={name}
                    page="AdminJobList"
                    query={{ name, ...(failed > 0 && { state: 'failed' }) }}
                  >
                    {title}
                  </PageLink>,
                  number(waiting),
                  number(active),
                  number(failed),
                  oldestSeconds === null ? null : spanOf(oldestSeconds),
                ],
              }))}
            />
          )}
        </>
      )}
    </Part>
  )
}

/** What the pipeline and the payments have to do now. */
export function PipelinePart({ overview }: PartOf) {
  const { t } = useWords(operationWords)
  const spanOf = useSpan()
  const counted = useCounted()
  const { pipeline } = overview
  const backlog = ({ due, oldestSeconds }: { due: number; oldestSeconds: number | null }) =>
    oldestSeconds === null
      ? counted(due)
      : t('pipeline.backlog', { count: counted(due), seconds: spanOf(oldestSeconds) })
  return (
    <Part
      part="pipeline"
      overview={overview}
      acts={
        <PageLink page="PlanPushList" query={{ tab: 'troubles' }}>
          {t('open.pipeline')}
        </PageLink>
      }
    >
      {pipeline && (
        <Figures
          rows={[
            [t('pipeline.steps'), backlog(pipeline.steps)],
            [t('pipeline.payments'), backlog(pipeline.payments)],
            [t('pipeline.waiting'), counted(pipeline.waiting)],
            [t('pipeline.troubles'), counted(pipeline.troubles)],
          ]}
        />
      )}
    </Part>
  )
}
