import { reportOf } from '@kabao/contract/statistics/report/reports'
import { type ReportAlertRow, reportAlert } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { useNavigate } from 'react-router'
import { useAct, useRemove, useRowActions, useWords } from '#kit'
import { addressOf } from '../../report-watch/report-address.ts'
import { useTurn } from '../../report-watch/use-turn.ts'

/** What can be done with an alert: with one's own everything, with others what a permission allows. */
export function useAlertActions(
  open: (what: { part: 'edit' | 'checks'; row: ReportAlertRow }) => void,
): ReturnType<typeof useRowActions<ReportAlertRow>> {
  const { t } = useWords(reportAlertWords)
  const navigate = useNavigate()
  const remove = useRemove(reportAlert.remove, reportAlertWords, ({ name }: ReportAlertRow) => ({ name }))
  const stop = useAct(reportAlert.stop, ({ name, ownerName }: ReportAlertRow) => ({
    title: t('stop.title', { name }),
    text: t('stop.text', { owner: ownerName }),
    action: t('action.off'),
    isDanger: true,
    done: () => t('stop.done'),
  }))
  const turn = useTurn<typeof reportAlert.update, ReportAlertRow>(reportAlert.update, (isOn) =>
    t(isOn ? 'turned.on' : 'turned.off'),
  )
  const isMine = ({ isMine }: ReportAlertRow) => isMine
  return useRowActions<ReportAlertRow>([
    { key: 'checks', label: t('action.checks'), run: (row) => open({ part: 'checks', row }) },
    { key: 'edit', label: t('action.edit'), when: isMine, run: (row) => open({ part: 'edit', row }) },
    {
      key: 'open',
      label: t('action.open'),
      run: (row) => void navigate(addressOf(reportOf(row.report), row)),
    },
    { key: 'off', label: t('action.off'), when: (row) => row.isMine && row.isOn, run: turn },
    { key: 'on', label: t('action.on'), when: (row) => row.isMine && !row.isOn, run: turn },
    {
      key: 'stop',
      label: t('action.off'),
      use: reportAlert.stop,
      when: (row) => !row.isMine && row.isOn,
      run: stop,
    },
    { key: 'remove', label: t('action.remove'), when: isMine, run: remove, isDanger: true },
  ])
}
