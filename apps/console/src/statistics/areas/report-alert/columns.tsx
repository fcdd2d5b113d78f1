import { exportWords } from '@kabao/contract/kernel/export.words'
import type { ReportAlertRow } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { useMemo } from 'react'
import { type Column, timeLooks, useCitiesText, useWords } from '#kit'
import { ruleText, spanText, valueText } from '../../report-watch/alert-text.ts'
import { StateBadge } from '../../report-watch/state-badge.tsx'
import { watchedText } from '../../report-watch/watched-text.ts'

/** @param showsWho whether the list includes alerts of other administrators */
export function useAlertColumns(showsWho: boolean): Column<ReportAlertRow>[] {
  const { t, language } = useWords(reportAlertWords)
  const { t: say } = useWords(exportWords)
  const cities = useCitiesText()
  return useMemo((): Column<ReportAlertRow>[] => {
    const last = (row: ReportAlertRow) =>
      row.last ? `${valueText(row, row.last.value)} · ${spanText(row, row.last)}` : ''
    const who: Column<ReportAlertRow> = { key: 'ownerName', title: t('field.ownerName'), width: 110 }
    return [
      { key: 'name', title: t('field.name'), width: 150, isSticky: true },
      {
        key: 'state',
        title: t('field.state'),
        width: 96,
        text: ({ state }) => t(`state.${state}`),
        render: ({ state }) => <StateBadge state={state} words={reportAlertWords} />,
      },
      {
        key: 'report',
        title: t('field.report'),
        width: 160,
        text: ({ report }) => say(`resource.${report}`),
      },
      { key: 'condition', title: t('field.condition'), width: 240, grows: true, text: ruleText },
      {
        key: '_watched',
        title: t('field.watched'),
        width: 180,
        grows: true,
        text: (row) => watchedText(row, (code) => cities([code])),
      },
      { key: 'every', title: t('field.every'), width: 110, text: ({ every }) => t(`every.${every}`) },
      {
        key: 'recipients',
        title: t('field.recipients'),
        width: 140,
        text: ({ recipientNames }) => recipientNames.join(' · '),
      },
      { key: 'last', title: t('field.last'), width: 230, text: last },
      { key: 'toldAt', title: t('field.toldAt'), ...timeLooks(({ toldAt }) => toldAt, language) },
      ...(showsWho ? [who] : []),
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        isOptional: true,
        ...timeLooks(({ createdAt }) => createdAt, language),
      },
    ]
  }, [t, say, language, cities, showsWho])
}
