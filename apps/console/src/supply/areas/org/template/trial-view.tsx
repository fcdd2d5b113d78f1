import type { TemplateStage } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { OrgTrial } from '@kabao/contract/supply/org-template'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { Badge, useWords } from '#kit'
import { CallSides, ShownText } from '#partners'
import own from './connection.module.css'

/** A trial that was made. */
export interface Tried {
  stage: TemplateStage
  trial: OrgTrial
}

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
      <CallSides
        request={{
          title: t('trial.request', { stage: t(`stage.${stage}`) }),
          first: `${request.method} ${request.url}`,
          headers: request.headers,
          body: request.body,
          plain:
            request.body !== null && request.plain !== request.body
              ? { title: editor.t('preview.plain'), text: request.plain }
              : undefined,
        }}
        reply={body === null ? null : { first: `HTTP ${status}`, headers: headers ?? {}, body }}
        replyTitle={t('trial.reply')}
      />
    </div>
  )
}
