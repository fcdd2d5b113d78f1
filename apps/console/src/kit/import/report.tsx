import { importWords } from '@kabao/contract/kernel/import.words'
import { inLanguage, type Words } from '@kabao/contract/kernel/language'
import { useState } from 'react'
import { useSend } from '../call/query.ts'
import { Button } from '../controls/button.ts'
import { formatInstant, formatNumber } from '../format.ts'
import { useLanguage, useWords } from '../words/words.ts'
import { Choices, type Chosen, isAnyChosen } from './chosen.tsx'
import { countsOf, type ImportReport } from './counts.ts'
import classes from './import.module.css'
import type { ImportInto, PartProps } from './into.ts'
import { refresh } from './refresh.ts'
import { WrongRows } from './wrong-rows.tsx'

/** The result of a dry run, and the confirmation to add the rows. */
export function Report({ into, task }: PartProps) {
  const { t, language } = useWords(importWords)
  const commit = useSend(into.use.importCommit)
  const cancel = useSend(into.use.importCancel)
  const input = { params: { id: task.id } }
  const [chosen, setChosen] = useState<Chosen>({})
  // Only the call of a list with choices takes a body.
  const confirmed = into.choices ? ({ ...input, body: chosen } as typeof input) : input
  const refused = { onError: () => refresh(into) }
  const report = task.report as ImportReport
  const isChanging = isAnyChosen(into, report, chosen)
  const isBusy = commit.isPending || cancel.isPending
  return (
    <>
      <p className={classes.head} role="status">
        {task.fileName} · {t('status.checked')}
      </p>
      <Counts into={into} report={report} />
      {countsOf(into, report, language).map(({ state, count }) => {
        const hint = into.words.tree.hint[state]
        return (
          hint &&
          count > 0 && (
            <p key={state} className={classes.text}>
              {inLanguage(hint, language)}
            </p>
          )
        )
      })}
      <Choices into={into} report={report} chosen={chosen} onChoose={setChosen} />
      {report.rows.length > 0 && <NamedRows into={into} report={report} />}
      <p className={classes.text}>
        {report.new === 0 && !isChanging
          ? t('nothing')
          : t('until', { time: formatInstant(task.expiresAt as string, language) })}
      </p>
      <div className={classes.buttons}>
        {report.wrong > 0 && <WrongRows into={into} id={task.id} />}
        <Button
          variant="default"
          disabled={isBusy}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(input, refused)}
        >
          {t('action.cancel')}
        </Button>
        {(report.new > 0 || isChanging) && (
          <Button
            data-autofocus
            disabled={isBusy}
            loading={commit.isPending}
            onClick={() => commit.mutate(confirmed, refused)}
          >
            {isChanging
              ? t('action.commitChosen')
              : t('action.commit', { count: formatNumber(report.new, language) })}
          </Button>
        )}
      </div>
    </>
  )
}

function Counts({ into, report }: { into: ImportInto; report: ImportReport }) {
  const language = useLanguage()
  return (
    <dl className={classes.counts}>
      {countsOf(into, report, language).map(({ state, name, count }) => (
        <div key={state} data-count={state}>
          <dt>{name}</dt>
          <dd data-bad={(state === 'wrong' && count > 0) || undefined}>{formatNumber(count, language)}</dd>
        </div>
      ))}
    </dl>
  )
}

function NamedRows({ into: { named, words }, report: { rows } }: { into: ImportInto; report: ImportReport }) {
  const { t, language } = useWords(importWords)
  const title = t('firstRows', { count: rows.length })
  const columns = Object.entries(named)
  return (
    <>
      <p className={classes.text}>{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={classes.rows} aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('column.line')}</th>
              {columns.map(([column]) => (
                <th key={column} scope="col">
                  {inLanguage(words.tree.column[column] as Words, language)}
                </th>
              ))}
              <th scope="col">{t('column.wrong')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                {columns.map(([column, labels]) => {
                  const value = String((row as Record<string, unknown>)[column] ?? '')
                  const label = labels?.[value]
                  return <td key={column}>{label ? inLanguage(label, language) : value}</td>
                })}
                <td>{row.wrong.length > 0 ? <WrongCells wrong={row.wrong} /> : row.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Each wrong cell with its value and its problem. */
function WrongCells({ wrong }: Pick<ImportReport['rows'][number], 'wrong'>) {
  const { t } = useWords(importWords)
  return (
    <ul className={classes.wrong}>
      {wrong.map(({ title, value, problem }) => (
        <li key={title}>
          {value === '' ? t('atColumn', { column: title, problem }) : t('atCell', { title, value, problem })}
        </li>
      ))}
    </ul>
  )
}
