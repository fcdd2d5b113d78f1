import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { PostbackEvent } from '@kabao/contract/reach/event'
import { postback } from '@kabao/contract/reach/postback'
import { postbackWords } from '@kabao/contract/reach/postback.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { Can, useWords } from '#kit'
import { TemplatePreview } from '#partners'
import { HookTrial } from '../../hook-trial.tsx'
import { postbacks } from '../../hooks.ts'
import classes from './postback.module.css'
import type { TemplateOf } from './use-template.ts'

interface BesideProps {
  /** Of the postback; a new one has none. */
  id: string | undefined
  event: PostbackEvent
  template: TemplateOf
  isDirty: boolean
}

/** What is wrong with the template, the request that it makes, and a trial. */
export function Beside({ id, event, template, isDirty }: BesideProps) {
  const { t } = useWords(reachPageWords)
  const own = useWords(postbackWords)
  const shared = useWords(templateEditorWords)
  const { request, isShown, isJson } = template
  const faults = isJson
    ? template.faults
    : [{ path: own.t('field.template'), text: shared.t('hint.notJson') }]
  const problems = faults.map(({ path, text }) => ({
    path,
    line: null,
    column: null,
    code: '',
    words: [text, text] as [string, string],
    overridable: false,
  }))
  return (
    <div className={classes.beside}>
      <TemplatePreview
        heading="h2"
        preview={isShown ? { problems, request } : undefined}
        hint={t('form.preview')}
      />
      <Can use={postback.try}>
        <HookTrial of={postbacks} id={id} event={event} isDirty={isDirty || id === undefined} />
      </Can>
    </div>
  )
}
