import { exportWords } from '@kabao/contract/kernel/export.words'
import type { ExportRow, ExportStatus } from '@kabao/contract/kernel/export-body'
import { useMemo } from 'react'
import { Badge, type Column, formatBytes, formatNumber, timeLooks, useWords } from '#kit'
import { DownloadButton } from './download-button.tsx'
import { useFilterText } from './filter-text.ts'

const colors: Record<ExportStatus, string> = {
  queued: 'gray',
  running: 'arcoblue',
  done: 'green',
  failed: 'red',
  cancelled: 'gray',
  expired: 'gray',
}

/** @param showsWho whether the list includes exports of other administrators */
export function useColumns(showsWho: boolean, hasRows: boolean): Column<ExportRow>[] {
  const { t, language } = useWords(exportWords)
  const filterText = useFilterText(hasRows)
  return useMemo((): Column<ExportRow>[] => {
    const status = ({ status, failure, waitsForSpace }: ExportRow) => {
      const why = waitsForSpace ? t('waitsForSpace') : failure && t(`failure.${failure}`)
      return why ? `${t(`status.${status}`)}：${why}` : t(`status.${status}`)
    }
    const rows = ({ rowsDone, rowsTotal, status }: ExportRow) =>
      status === 'done' || status === 'expired'
        ? formatNumber(rowsTotal, language)
        : t('rowsOf', { done: formatNumber(rowsDone, language), total: formatNumber(rowsTotal, language) })
    const who: Column<ExportRow> = { key: 'createdBy', title: t('field.createdBy'), width: 120 }
    return [
      {
        key: 'resource',
        title: t('field.resource'),
        width: 120,
        isSticky: true,
        text: ({ resource }) => t(`resource.${resource}`),
      },
      ...(showsWho ? [who] : []),
      {
        key: 'status',
        title: t('field.status'),
        width: 150,
        text: status,
        render: (row) => (
          <Badge color={row.waitsForSpace ? 'orange' : colors[row.status]} title={status(row)}>
            {status(row)}
          </Badge>
        ),
      },
      { key: 'rowsDone', title: t('field.rows'), width: 180, align: 'end', text: rows },
      {
        key: '_file',
        title: t('field.file'),
        width: 196,
        text: ({ fileSize }) => (fileSize === null ? '' : formatBytes(fileSize)),
        render: (row) =>
          row.status === 'done' && row.isOwn ? (
            <DownloadButton task={row} />
          ) : row.fileSize === null ? (
            ''
          ) : (
            formatBytes(row.fileSize)
          ),
      },
      { key: 'format', title: t('field.format'), width: 80, text: ({ format }) => format.toUpperCase() },
      { key: 'filter', title: t('field.filter'), width: 260, grows: true, text: filterText },
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        ...timeLooks(({ createdAt }) => createdAt, language),
      },
      {
        key: 'finishedAt',
        title: t('field.finishedAt'),
        isOptional: true,
        ...timeLooks(({ finishedAt }) => finishedAt, language),
      },
      {
        key: 'expiresAt',
        title: t('field.expiresAt'),
        ...timeLooks(({ expiresAt }) => expiresAt, language),
      },
    ]
  }, [t, language, filterText, showsWho])
}
