import { job } from '@kabao/contract/operations/job'
import { operationWords } from '@kabao/contract/operations/operation.words'
import type { PartitionFacts } from '@kabao/contract/operations/operation-database'
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
  const keptText = ({ unit, keptDays }: PartitionFacts[number]) => {
    if (keptDays !== null) return t('partition.days', { count: formatNumber(keptDays, language) })
    // Tables of hours are emptied by a job of their own.
    return unit === 'hour' ? null : t('partition.always')
  }
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
              keptText(table),
            ],
          }))}
        />
      )}
    </Part>
  )
}
