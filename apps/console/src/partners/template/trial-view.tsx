import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { ReactNode } from 'react'
import { Badge } from '#kit/controls/badge.ts'
import { useWords } from '#kit/words/words.ts'
import { CallSides } from './call-sides.tsx'
import classes from './template.module.css'

/** A call that was made, and what was answered. */
export interface Trial {
  request: {
    method: string
    url: string
    headers: Readonly<Record<string, string>>
    body: string | null
    /** The body before it was sealed. */
    plain?: string
  }
  kind: 'answer' | 'refused' | 'notSent' | 'unknown'
  why: string | null
  status: number | null
  ms: number | null
  headers: Readonly<Record<string, string>> | null
  body: string | null
}

/** The request of a trial and its answer beside each other, and how the answer was read. */
export function TrialView({
  trial,
  title,
  outcome,
  children,
}: {
  trial: Trial
  /** Of the request. */
  title: string
  /** How the answer was read, in a word. */
  outcome: { text: string; color: string } | null
  /** What else was read in the answer. */
  children?: ReactNode
}) {
  const { t } = useWords(templateEditorWords)
  const { request, kind, why, status, ms, headers, body } = trial
  return (
    <div className={classes.trial}>
      <p role="status" className={classes.outcome}>
        {kind === 'answer'
          ? t('trial.answer', { status: String(status), ms: String(ms) })
          : t(`trial.${kind}`, { why: why ?? '' })}{' '}
        {outcome && <Badge color={outcome.color}>{t('trial.reading', { outcome: outcome.text })}</Badge>}
      </p>
      {children}
      <CallSides
        request={{
          title,
          first: `${request.method} ${request.url}`,
          headers: request.headers,
          body: request.body,
          plain:
            request.body !== null && request.plain !== undefined && request.plain !== request.body
              ? { title: t('preview.plain'), text: request.plain }
              : undefined,
        }}
        reply={body === null ? null : { first: `HTTP ${status}`, headers: headers ?? {}, body }}
        replyTitle={t('trial.reply')}
      />
    </div>
  )
}
