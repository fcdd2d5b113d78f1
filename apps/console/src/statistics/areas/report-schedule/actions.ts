import { reportOf } from '@kabao/contract/statistics/report/reports'
import { type ReportScheduleRow, reportSchedule } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { useNavigate } from 'react-router'
import { useAct, useRemove, useRowActions, useWords } from '#kit'
import { addressOf } from '../../report-watch/report-address.ts'
import { useTurn } from '../../report-watch/use-turn.ts'

/** What can be done with a schedule: with one's own everything, with others what a permission allows. */
export function useScheduleActions(
  open: (what: { part: 'edit' | 'runs'; row: ReportScheduleRow }) => void,
): ReturnType<typeof useRowActions<ReportScheduleRow>> {
  const { t } = useWords(reportScheduleWords)
  const navigate = useNavigate()
  const remove = useRemove(reportSchedule.remove, reportScheduleWords, ({ name }: ReportScheduleRow) => ({
    name,
  }))
  const run = useAct(reportSchedule.run, ({ name, recipients }: ReportScheduleRow) => ({
    title: t('run.title', { name }),
    text: t('run.text', { count: recipients.length }),
    action: t('action.run'),
    done: () => t('run.done'),
  }))
  const stop = useAct(reportSchedule.stop, ({ name, ownerName }: ReportScheduleRow) => ({
    title: t('stop.title', { name }),
    text: t('stop.text', { owner: ownerName }),
    action: t('action.off'),
    isDanger: true,
    done: () => t('stop.done'),
  }))
  const turn = useTurn<typeof reportSchedule.update, ReportScheduleRow>(reportSchedule.update, (isOn) =>
    t(isOn ? 'turned.on' : 'turned.off'),
  )
  const isMine = ({ isMine }: ReportScheduleRow) => isMine
  const addressOfRow = ({ report, preset, grain, way, compare, by, sort, ...filters }: ReportScheduleRow) =>
    addressOf(reportOf(report), filters, { preset, grain, way, compare, by, sort })
  return useRowActions<ReportScheduleRow>([
    { key: 'runs', label: t('action.runs'), run: (row) => open({ part: 'runs', row }) },
    { key: 'run', label: t('action.run'), when: isMine, run },
    { key: 'edit', label: t('action.edit'), when: isMine, run: (row) => open({ part: 'edit', row }) },
    { key: 'open', label: t('action.open'), run: (row) => void navigate(addressOfRow(row)) },
    { key: 'off', label: t('action.off'), when: (row) => row.isMine && row.isOn, run: turn },
    { key: 'on', label: t('action.on'), when: (row) => row.isMine && !row.isOn, run: turn },
    {
      key: 'stop',
      label: t('action.off'),
      use: reportSchedule.stop,
      when: (row) => !row.isMine && row.isOn,
      run: stop,
    },
    { key: 'remove', label: t('action.remove'), when: isMine, run: remove, isDanger: true },
  ])
}
