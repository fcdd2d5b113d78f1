import { operationWords } from '@kabao/contract/operations/operation.words'
import type { ReplicationFacts } from '@kabao/contract/operations/operation-database'
import { formatBytes, useWords } from '#kit'
import { Figures, Rows } from '../figures.tsx'
import { Part } from '../part.tsx'
import { useSpan } from '../use-span.ts'
import type { PartOf } from './parts.tsx'

/** The standbys and their slots. */
export function ReplicationPart({ overview }: PartOf) {
  const { t } = useWords(operationWords)
  const { replication } = overview
  return (
    <Part part="replication" overview={overview}>
      {replication && (
        <>
          <Figures
            rows={[
              [
                t('replication.sync'),
                t(replication.wantsSync ? 'replication.wanted' : 'replication.unwanted'),
              ],
            ]}
          />
          {replication.standbys.length > 0 && <Standbys standbys={replication.standbys} />}
          {replication.slots.length > 0 && (
            <Rows
              label={t('replication.slots')}
              columns={[[t('replication.slot')], [t('replication.status')], [t('replication.kept'), true]]}
              rows={replication.slots.map(({ name, isActive, keptBytes }) => ({
                key: name,
                cells: [
                  name,
                  t(isActive ? 'replication.active' : 'replication.idle'),
                  keptBytes === null ? null : formatBytes(keptBytes),
                ],
              }))}
            />
          )}
        </>
      )}
    </Part>
  )
}

function Standbys({ standbys }: Pick<ReplicationFacts, 'standbys'>) {
  const { t } = useWords(operationWords)
  const spanOf = useSpan()
  return (
    <Rows
      label={t('replication.name')}
      columns={[
        [t('replication.name')],
        [t('replication.status')],
        [t('replication.mode')],
        [t('replication.lagBytes'), true],
        [t('replication.lagSeconds'), true],
      ]}
      rows={standbys.map(({ name, status, isSync, lagBytes, lagSeconds }) => ({
        key: name,
        cells: [
          name,
          status ?? t('replication.hidden'),
          isSync === null ? null : t(isSync ? 'replication.isSync' : 'replication.isAsync'),
          lagBytes === null ? null : formatBytes(lagBytes),
          // The server measures no time while nothing is written.
          lagBytes === null ? null : spanOf(lagSeconds ?? 0),
        ],
      }))}
    />
  )
}
