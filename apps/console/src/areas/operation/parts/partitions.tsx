import { job } from '@kabao/contract/job'
import { operationWords } from '@kabao/contract/operation.words'
import { Button, Can, formatInstant, formatNumber, useAct, useWords } from '#kit'
import { Rows } from '../figures.tsx'
import { PageLink } from '../page-link.tsx'
import { Part } from '../part.tsx'
import { useSpan } from '../use-span.ts'
import type { PartOf } from './parts.tsx'

/** How far each partitioned table can be written, and how far back it goes. */
export function PartitionsPart({ overview, onActed }: PartOf) {
  const { t, language } = useWords(operationWords)
  const spanOf = useSpan()
  const make = useAct(
    job.run,
    (_job: { id: string }) => ({
      title: t('ask.make'),
      text: t('ask.makeText'),
      action: t('partition.make'),
      done: () => t('done.queued'),
    }),
    { inputFor: ({ id }) => ({ body: { name: id } }), onDone: onActed },
  )
  const acts = (
    <>
      <PageLink page="AdminJobList" query={{ name: 'partitions' }}>
        {t('open.partitions')}
      </PageLink>
      <Can use={job.run}>
        <Button size="xs" variant="default" onClick={() => make({ id: 'partitions' })}>
          {t('partition.make')}
        </Button>
      </Can>
    </>
  )
  return (
    <Part part="partitions" overview={overview} acts={acts} isWide>
      {overview.partitions && (
        <Rows
          label={t('part.partitions')}
          columns={[
            [t('partition.name')],
            [t('partition.unit')],
            [t('partition.count'), true],
            [t('partition.ahead'), true],
            [t('partition.oldest')],
            [t('partition.kept'), true],
          ]}
          rows={overview.partitions.map((table) => ({
            key: table.name,
            cells: [
              table.name,
              t(`partition.${table.unit}`),
              formatNumber(table.partitions, language),
              spanOf(table.aheadSeconds),
              table.oldestAt && formatInstant(table.oldestAt, language),
              table.keptDays === null
                ? t('partition.always')
                : t('partition.days', { count: formatNumber(table.keptDays, language) }),
            ],
          }))}
        />
      )}
    </Part>
  )
}
