import { exportWords } from '@kabao/contract/kernel/export.words'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import type { ReportScheduleRow } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { useMemo } from 'react'
import { type Column, timeLooks, useCitiesText, useWords } from '#kit'
import { timesText } from '../../report-watch/schedule-text.ts'
import { StateBadge } from '../../report-watch/state-badge.tsx'
import { watchedText } from '../../report-watch/watched-text.ts'
import { RunBadge, runText } from './run-badge.tsx'

/** @param showsWho whether the list includes schedules of other administrators */
export function useScheduleColumns(showsWho: boolean): Column<ReportScheduleRow>[] {
  const { t, language } = useWords(reportScheduleWords)
  const { t: say } = useWords(exportWords)
  const { t: word } = useWords(reportWords)
  const cities = useCitiesText()
  return useMemo((): Column<ReportScheduleRow>[] => {
    const who: Column<ReportScheduleRow> = { key: 'ownerName', title: t('field.ownerName'), width: 110 }
    return [
      { key: 'name', title: t('field.name'), width: 150, isSticky: true },
      {
        key: 'state',
        title: t('field.state'),
        width: 96,
        text: ({ state }) => t(`state.${state}`),
        render: ({ state }) => <StateBadge state={state} words={reportScheduleWords} />,
      },
      {
        key: 'report',
        title: t('field.report'),
        width: 160,
        text: ({ report }) => say(`resource.${report}`),
      },
      { key: 'rhythm', title: t('field.rhythm'), width: 180, text: timesText },
      {
        key: 'nextAt',
        title: t('field.nextAt'),
        ...timeLooks(({ nextAt, state }) => (state === 'on' ? nextAt : null), language),
      },
      { key: 'preset', title: t('field.preset'), width: 100, text: ({ preset }) => word(`preset.${preset}`) },
      {
        key: '_watched',
        title: t('field.watched'),
        width: 180,
        grows: true,
        text: (row) => watchedText(row, (code) => cities([code])),
      },
      {
        key: 'recipients',
        title: t('field.recipients'),
        width: 160,
        grows: true,
        text: ({ recipientNames }) => recipientNames.join(' · '),
      },
      {
        key: 'last',
        title: t('field.last'),
        width: 180,
        text: ({ last }) => (last ? runText(last, t) : ''),
        render: ({ last }) => last && <RunBadge run={last} />,
      },
      ...(showsWho ? [who] : []),
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        isOptional: true,
        ...timeLooks(({ createdAt }) => createdAt, language),
      },
    ]
  }, [t, say, word, language, cities, showsWho])
}
