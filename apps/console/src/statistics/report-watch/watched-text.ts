import { reportWords } from '@kabao/contract/statistics/report/report.words'
import type { ReportAlertRow } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { wordsOf } from '#kit/words/words.ts'

type Watched = Pick<
  ReportAlertRow,
  'flow' | 'channelId' | 'channelName' | 'orgId' | 'orgName' | 'planId' | 'planName'
> &
  Pick<ReportAlertRow, 'productId' | 'productName' | 'cityCode'>

/** What an alert or a schedule is limited to: `渠道：华南直投`, or everything. @param cityName of the code of a city */
export function watchedText(row: Watched, cityName: (code: string) => string): string {
  const { t: word } = wordsOf(reportWords)
  const named = (id: string | undefined, name: string | null) => id && (name ?? word('gone', { id }))
  const parts = {
    flow: row.flow && word(`flow.${row.flow}`),
    channelId: named(row.channelId, row.channelName),
    orgId: named(row.orgId, row.orgName),
    planId: named(row.planId, row.planName),
    productId: named(row.productId, row.productName),
    cityCode: row.cityCode && cityName(row.cityCode),
  }
  const said = Object.entries(parts).flatMap(([name, value]) =>
    value ? [`${word(`field.${name}` as 'field.flow')}：${value}`] : [],
  )
  return said.length > 0 ? said.join(' · ') : wordsOf(reportAlertWords).t('everything')
}
