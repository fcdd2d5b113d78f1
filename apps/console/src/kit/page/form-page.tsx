import { formWords } from '@kabao/contract/kernel/form.words'
import { formPageWords } from '@kabao/contract/kernel/form-page.words'
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import { Button } from '../controls/button.ts'
import { Conflict, type Describe } from '../form/conflict.tsx'
import { askToLeave } from '../form/unsaved-question.ts'
import type { Draft, Editor } from '../form/use-editor.ts'
import { useSubmit } from '../form/use-submit.ts'
import { useGuard } from '../session/unsaved.ts'
import { useWords } from '../words/words.ts'
import classes from './form-page.module.css'
import { Page, type PageProps } from './page.tsx'

/** Fields of a form that belong together. */
export interface FormPart {
  title: string
  help?: string | undefined
  /** The names of its fields: a problem of one of them is marked in the index and opens the part. */
  fields: readonly string[]
  /** Of a part that is rarely needed: what its fields are now, in one line. It is folded, and has no fields, until it is opened. */
  summary?: string
  content: ReactNode
}

interface FormPageProps<D extends Draft> extends Pick<PageProps, 'breadcrumb' | 'title'> {
  editor: Editor<D>
  /** The label and the text of a field, for the display of somebody else's change. */
  describe: Describe
  parts: readonly FormPart[]
  /** What stays in sight beside the fields; below them where there is no room. */
  aside: ReactNode
  /** Another way to save it, beside the usual one, which Enter takes. */
  also?: ({ label: string } & Pick<Editor<D>, 'save'>) | undefined
  /** Leaves without saving. */
  onCancel: () => void
}

/** So many parts are drawn with the page; those below the screen follow at once, in slices between which the browser answers. */
const drawnFirst = 2

/** A long form as a page: an index of its parts, its fields, and the buttons at the foot. Enter saves. */
export function FormPage<D extends Draft>({
  breadcrumb,
  title,
  editor,
  describe,
  parts,
  aside,
  also,
  onCancel,
}: FormPageProps<D>) {
  const { t } = useWords(formWords)
  const page = useWords(formPageWords)
  const id = useId()
  const isWhole = useDeferredValue(true, false)
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit(form, editor)
  const submitToo = useSubmit(form, also ?? editor)
  useGuard(editor.isDirty)
  const wrong = new Set(Object.keys(editor.problems).map((name) => name.split('.')[0]))
  const hasProblem = ({ fields }: FormPart) => fields.some((name) => wrong.has(name))
  const cancel = async () => {
    if (!editor.isDirty || (await askToLeave())) onCancel()
  }
  const go = (at: number) => {
    const part = form.current?.querySelector<HTMLElement>(`[data-part="${at}"]`)
    if (part instanceof HTMLDetailsElement) part.open = true
    part?.scrollIntoView({ block: 'start' })
    part?.focus({ preventScroll: true })
  }
  return (
    <Page breadcrumb={breadcrumb} title={title}>
      <div className={classes.layout}>
        <nav aria-label={page.t('parts')} className={classes.index}>
          {parts.map((part, at) => (
            <button key={part.title} type="button" className={classes.entry} onClick={() => go(at)}>
              {part.title}
              {hasProblem(part) && (
                <span role="img" aria-label={page.t('hasProblem')} className={classes.mark}>
                  !
                </span>
              )}
            </button>
          ))}
        </nav>
        <form ref={form} onSubmit={submit} noValidate className={classes.form}>
          {editor.conflict && <Conflict editor={editor} conflict={editor.conflict} describe={describe} />}
          {parts.map((part, at) => (
            <Part
              key={part.title}
              part={part}
              at={at}
              id={`${id}${at}`}
              isDrawn={isWhole || at < drawnFirst}
              isForced={hasProblem(part)}
            />
          ))}
          <div className={classes.foot}>
            <Button variant="default" onClick={() => void cancel()} disabled={editor.isSaving}>
              {t('cancel')}
            </Button>
            {also && (
              <Button variant="default" onClick={submitToo} disabled={editor.isSaving}>
                {also.label}
              </Button>
            )}
            <Button type="submit" loading={editor.isSaving} disabled={editor.conflict !== null}>
              {t('save')}
            </Button>
          </div>
        </form>
        <aside aria-label={page.t('beside')} className={classes.aside}>
          {aside}
        </aside>
      </div>
    </Page>
  )
}

interface PartProps {
  part: FormPart
  at: number
  id: string
  /** Whether its fields are drawn; before that they have a room. */
  isDrawn: boolean
  /** Whether it is open because one of its fields has a problem. */
  isForced: boolean
}

function Part({ part: { title, help, summary, content }, at, id, isDrawn, isForced }: PartProps) {
  const [isOpen, setIsOpen] = useState(false)
  const heading = (
    <h2 id={id} className={classes.title}>
      {title}
    </h2>
  )
  const fields = isDrawn ? (
    <>
      {help && <p className={classes.help}>{help}</p>}
      <div className={classes.fields}>{content}</div>
    </>
  ) : (
    <div className={classes.room} />
  )
  if (summary === undefined)
    return (
      <section data-part={at} tabIndex={-1} aria-labelledby={id} className={classes.part}>
        {heading}
        {fields}
      </section>
    )
  return (
    <details
      data-part={at}
      tabIndex={-1}
      className={classes.part}
      open={isOpen || isForced}
      onToggle={({ currentTarget: { open } }) => setIsOpen(open)}
    >
      <summary className={classes.summary}>
        {heading}
        <span className={classes.values}>{summary}</span>
      </summary>
      {(isOpen || isForced) && fields}
    </details>
  )
}
