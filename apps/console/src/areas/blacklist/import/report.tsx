import { blacklistWords } from '@kabao/contract/blacklist.words'
import { blacklistImport, type ImportReport, type ImportRow } from '@kabao/contract/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { Button, formatInstant, formatNumber, useSend, useWords } from '#kit'
import classes from './import.module.css'
import { refresh } from './refresh.ts'
import { WrongRows } from './wrong-rows.tsx'

const counts = ['new', 'present', 'lapsed', 'repeated', 'wrong'] as const

/** What a dry run found, and the question whether it is to be added. */
export function Report({ task }: { task: ImportRow }) {
  const { t, language } = useWords(blacklistImportWords)
  const commit = useSend(blacklistImport.importCommit)
  const cancel = useSend(blacklistImport.importCancel)
  const input = { params: { id: task.id } }
  const refused = { onError: refresh }
  const report = task.report as ImportReport
  const isBusy = commit.isPending || cancel.isPending
  return (
    <>
      <p className={classes.head} role="status">
        {task.fileName} · {t('status.checked')}
      </p>
      <Counts report={report} />
      {report.lapsed > 0 && <p className={classes.text}>{t('lapsedHint')}</p>}
      {report.rows.length > 0 && <NamedRows report={report} />}
      <p className={classes.text}>
        {report.new === 0
          ? t('nothing')
          : t('until', { time: formatInstant(task.expiresAt as string, language) })}
      </p>
      <div className={classes.buttons}>
        {report.wrong > 0 && <WrongRows id={task.id} />}
        <Button
          variant="default"
          disabled={isBusy}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(input, refused)}
        >
          {t('action.cancel')}
        </Button>
        {report.new > 0 && (
          <Button
            data-autofocus
            disabled={isBusy}
            loading={commit.isPending}
            onClick={() => commit.mutate(input, refused)}
          >
            {t('action.commit', { count: formatNumber(report.new, language) })}
          </Button>
        )}
      </div>
    </>
  )
}

function Counts({ report }: { report: ImportReport }) {
  const { t, language } = useWords(blacklistImportWords)
  return (
    <dl className={classes.counts}>
      {counts.map((each) => (
        <div key={each} data-count={each}>
          <dt>{t(`count.${each}`)}</dt>
          <dd data-bad={(each === 'wrong' && report.wrong > 0) || undefined}>
            {formatNumber(report[each], language)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function NamedRows({ report: { rows } }: { report: ImportReport }) {
  const { t } = useWords(blacklistImportWords)
  const kinds = useWords(blacklistWords)
  const title = t('firstRows', { count: rows.length })
  return (
    <>
      <p className={classes.text}>{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={classes.rows} aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('column.line')}</th>
              <th scope="col">{t('column.kind')}</th>
              <th scope="col">{t('column.value')}</th>
              <th scope="col">{t('column.wrong')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, kind, value, reason }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{kind === null ? '' : kinds.t(`kind.${kind}`)}</td>
                <td>{value}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
