import { pathOfPage } from '@kabao/contract/app/menu'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import type { ReportRecord } from '@kabao/contract/statistics/report/rows'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { Link } from 'react-router'
import { formatFen } from '#kit/format.ts'
import { ShortTime } from '#kit/list/short-time.tsx'
import { nodesOf, useSession } from '#kit/session/session.ts'
import { useWords } from '#kit/words/words.ts'
import classes from './drill-down-panel.module.css'

/** The records behind a figure; each leads to its page, where the reader may open that page. */
export function RecordsTable({ records, isMoney }: { records: readonly ReportRecord[]; isMoney: boolean }) {
  const { t, language } = useWords(reportPageWords)
  const { t: word } = useWords(reportWords)
  const pages = useSession(({ menu }) => menu)
  const open = new Set(nodesOf(pages ?? []).map(({ name }) => name))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard
    <section className={classes.scroller} aria-label={t('records.label')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('records.at')}</th>
            <th scope="col">{t('records.kind')}</th>
            <th scope="col">{t('records.user')}</th>
            <th scope="col">{t('records.about')}</th>
            {isMoney && (
              <th scope="col" className={classes.number}>
                {t('records.amount')}
              </th>
            )}
            <th scope="col">{t('records.open')}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={`${record.kind} ${record.id}`}>
              <td>
                <ShortTime iso={record.at} />
              </td>
              <td>{word(`kind.${record.kind}`)}</td>
              <td>{[record.userName, record.userPhone].filter(Boolean).join(' ')}</td>
              <td>{aboutOf(record)}</td>
              {isMoney && (
                <td className={classes.number}>{record.fen !== null && formatFen(record.fen, language)}</td>
              )}
              <td>
                {record.link && open.has(record.link.name) && (
                  <Link
                    className={classes.link}
                    to={`${pathOfPage(record.link.name)}?${new URLSearchParams(record.link.query)}`}
                    aria-label={t('records.openOf', { kind: word(`kind.${record.kind}`), id: record.refId })}
                  >
                    {t('records.open')}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The names of what a record belongs to, from the channel on. */
const aboutOf = ({ channelName, orgName, planName, productName }: ReportRecord) =>
  [channelName, orgName, planName, productName].filter(Boolean).join(' → ')
