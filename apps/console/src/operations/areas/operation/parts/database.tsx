import { operationWords } from '@kabao/contract/operations/operation.words'
import { formatBytes, formatInstant, formatNumber, useWords } from '#kit'
import { Figures, Rows } from '../figures.tsx'
import { Part } from '../part.tsx'
import type { PartOf } from './parts.tsx'

/** The server of the database and its largest tables. */
export function DatabasePart({ overview }: PartOf) {
  const { t, language } = useWords(operationWords)
  const { database } = overview
  const number = (value: number) => formatNumber(value, language)
  const archived = () => {
    if (!database?.archive) return t('database.archiveOff')
    const at = database.archive.lastAt
    return at === null
      ? t('database.archiveNone')
      : t('database.archiveAt', { at: formatInstant(at, language) })
  }
  return (
    <Part part="database" overview={overview}>
      {database && (
        <>
          <Figures
            rows={[
              [t('database.version'), `PostgreSQL ${database.version}`],
              [t('database.role'), database.isPrimary ? t('database.primary') : t('database.standby')],
              [t('database.startedAt'), formatInstant(database.startedAt, language)],
              [
                t('database.connections'),
                t('database.of', {
                  used: number(database.connections.used),
                  limit: number(database.connections.limit),
                }),
              ],
              [t('database.bytes'), formatBytes(database.bytes)],
              [t('database.migration'), database.migration],
              [t('database.frozenAge'), t('database.transactions', { count: number(database.frozenAge) })],
              [t('database.archive'), archived()],
            ]}
          />
          <Rows
            label={t('database.tables')}
            columns={[
              [t('database.tables')],
              [t('database.bytes'), true],
              [t('database.rows'), true],
              [t('database.partitions'), true],
            ]}
            rows={database.tables.map((table) => ({
              key: table.name,
              cells: [
                table.name,
                formatBytes(table.bytes),
                number(table.rows),
                table.partitions === 0 ? '–' : number(table.partitions),
              ],
            }))}
          />
        </>
      )}
    </Part>
  )
}
