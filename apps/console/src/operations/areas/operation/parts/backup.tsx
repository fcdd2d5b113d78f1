import { operationWords } from '@kabao/contract/operations/operation.words'
import type { BackupFacts } from '@kabao/contract/operations/operation-database'
import { formatBytes, formatInstant, formatNumber, useWords } from '#kit'
import { Figures } from '../figures.tsx'
import { Part } from '../part.tsx'
import type { PartOf } from './parts.tsx'

/** The newest backup, and the newest that can be restored. */
export function BackupPart({ overview }: PartOf) {
  const { t, language } = useWords(operationWords)
  const { backup } = overview
  const lastText = ({ last }: BackupFacts) =>
    last === null
      ? t('backup.none')
      : `${formatInstant(last.startedAt, language)} · ${t(`backup.status.${last.status}`)}`
  const good = backup?.good
  return (
    <Part part="backup" overview={overview}>
      {backup && (
        <Figures
          rows={[
            [t('backup.last'), lastText(backup)],
            [t('backup.good'), good ? formatInstant(good.startedAt, language) : t('backup.none')],
            ...(good
              ? ([
                  [t('backup.bytes'), formatBytes(good.bytes ?? 0)],
                  [
                    t('backup.content'),
                    t('backup.contentOf', {
                      rows: formatNumber(good.rows ?? 0, language),
                      files: formatNumber(good.files ?? 0, language),
                    }),
                  ],
                  [t('backup.place'), good.place ?? t('backup.unknown')],
                ] as const)
              : []),
          ]}
        />
      )}
    </Part>
  )
}
