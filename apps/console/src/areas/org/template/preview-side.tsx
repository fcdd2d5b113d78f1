import type { AnswerOf } from '@kabao/contract/kernel'
import type { OrgCalls } from '@kabao/contract/org'
import type { OrgTrial } from '@kabao/contract/org-template'
import { orgTemplateWords } from '@kabao/contract/org-template.words'
import { useWords } from '#kit'
import classes from './template.module.css'

type Preview = AnswerOf<OrgCalls['previewTemplate']>

/** What is wrong with a template, the request that it makes, and the result of a trial. */
export function PreviewSide({ preview, trial }: { preview: Preview | undefined; trial: OrgTrial | null }) {
  const { t, language } = useWords(orgTemplateWords)
  const problems = preview?.problems ?? []
  const request = preview?.request
  return (
    <section className={classes.side} aria-label={t('preview.title')}>
      {trial && <Result trial={trial} />}
      <h3 className={classes.heading}>{t('preview.title')}</h3>
      <p className={classes.hint}>{t('preview.hint')}</p>
      {preview && (
        <p className={problems.length > 0 ? classes.error : classes.hint} role="status">
          {problems.length > 0 ? t('preview.problems', { count: problems.length }) : t('preview.fine')}
        </p>
      )}
      <ul className={classes.problems}>
        {problems.map(({ path, line, words }) => {
          const text = words[language === 'zh-CN' ? 0 : 1]
          return (
            <li key={`${path} ${line} ${text}`}>
              {path}: {line === null ? text : t('hint.place', { line: String(line), text })}
            </li>
          )
        })}
      </ul>
      {request && (
        <>
          <pre className={classes.shown}>
            {[
              `${request.method} ${request.url}`,
              ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
              '',
              request.body ?? '',
            ].join('\n')}
          </pre>
          {request.body !== null && request.plain !== request.body && (
            <>
              <h3 className={classes.heading}>{t('preview.plain')}</h3>
              <pre className={classes.shown}>{request.plain}</pre>
            </>
          )}
        </>
      )}
    </section>
  )
}

function Result({ trial: { kind, why, status, ms, body, reading } }: { trial: OrgTrial }) {
  const { t } = useWords(orgTemplateWords)
  return (
    <>
      <h3 className={classes.heading}>{t('trial.result')}</h3>
      <p role="status">
        {kind === 'answer'
          ? t('trial.answer', { status: String(status), ms: String(ms) })
          : t(`trial.${kind}`, { why: why ?? '' })}
      </p>
      {reading && <p>{t('trial.reading', { outcome: t(`trial.outcome.${reading.outcome}`) })}</p>}
      {reading && <pre className={classes.shown}>{JSON.stringify(reading, null, 2)}</pre>}
      {body !== null && <pre className={classes.shown}>{body}</pre>}
    </>
  )
}
