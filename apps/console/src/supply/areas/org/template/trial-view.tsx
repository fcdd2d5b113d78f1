import type { TemplateStage } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { OrgTrial } from '@kabao/contract/supply/org-template'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { Badge, useWords } from '#kit'
import { ShownText } from '#partners'
import classes from '#partners/template/template.module.css'
import own from './connection.module.css'

/** A trial that was made. */
export interface Tried {
  stage: TemplateStage
  trial: OrgTrial
}

const withHeaders = (first: string, headers: Readonly<Record<string, string>>, body: string | null) =>
  [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body ?? ''].join('\n')

/** The request of a trial and its answer beside each other, and how the answer was read. */
export function TrialView({ stage, trial }: Tried) {
  const { t } = useWords(orgTemplateWords)
  const editor = useWords(templateEditorWords)
  const { request, kind, why, status, ms, headers, body, reading } = trial
  const outcome = reading?.outcome
  return (
    <div className={own.trial}>
      <p role="status" className={own.outcome}>
        {kind === 'answer'
          ? t('trial.answer', { status: String(status), ms: String(ms) })
          : t(`trial.${kind}`, { why: why ?? '' })}{' '}
        {outcome && (
          <Badge color={outcome === 'accepted' ? 'green' : outcome === 'unknown' ? 'red' : 'orange'}>
            {t('trial.reading', { outcome: t(`trial.outcome.${outcome}`) })}
          </Badge>
        )}
      </p>
      {reading && (
        <ShownText>
          {Object.entries(reading)
            .filter(([name, value]) => name !== 'outcome' && String(value) !== '')
            .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
            .join('\n') || '—'}
        </ShownText>
      )}
      <div className={own.sides}>
        <section>
          <h3 className={classes.heading}>{t('trial.request', { stage: t(`stage.${stage}`) })}</h3>
          <ShownText>
            {withHeaders(`${request.method} ${request.url}`, request.headers, request.body)}
          </ShownText>
          {request.body !== null && request.plain !== request.body && (
            <>
              <h3 className={classes.heading}>{editor.t('preview.plain')}</h3>
              <ShownText>{request.plain}</ShownText>
            </>
          )}
        </section>
        <section>
          <h3 className={classes.heading}>{t('trial.reply')}</h3>
          <ShownText>{body === null ? '—' : withHeaders(`HTTP ${status}`, headers ?? {}, body)}</ShownText>
        </section>
      </div>
    </div>
  )
}
