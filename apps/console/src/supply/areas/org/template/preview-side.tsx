import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { OrgCalls } from '@kabao/contract/supply/org'
import type { OrgTrial } from '@kabao/contract/supply/org-template'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { useWords } from '#kit'
import { TemplatePreview } from '#partners'
import classes from '#partners/template/template.module.css'

type Preview = AnswerOf<OrgCalls['previewTemplate']>

/** What is wrong with a template, the request that it makes, and the result of a trial. */
export function PreviewSide({ preview, trial }: { preview: Preview | undefined; trial: OrgTrial | null }) {
  const { t } = useWords(orgTemplateWords)
  const editor = useWords(templateEditorWords)
  return (
    <section className={classes.side} aria-label={editor.t('preview.title')}>
      {trial && <Result trial={trial} />}
      <TemplatePreview preview={preview} hint={t('preview.hint')} />
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
