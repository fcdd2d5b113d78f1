import { formWords } from '@kabao/contract/kernel/form.words'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.ts'
import { Modal } from '../controls/modal.tsx'
import { useGuard } from '../session/unsaved.ts'
import { useWords } from '../words/words.ts'
import { useAsked } from './confirm.tsx'
import { Conflict, type Describe } from './conflict.tsx'
import classes from './form.module.css'
import { askToLeave } from './unsaved-question.ts'
import type { Draft, Editor } from './use-editor.ts'
import { useFirstField } from './use-form-focus.ts'
import { useSubmit } from './use-submit.ts'

interface FormDialogProps<D extends Draft> {
  title: string
  editor: Editor<D>
  onClose: () => void
  /** The label and the text of a field, for the display of somebody else's change. */
  describe: Describe
  /** In pixels; a form is narrow unless it shows something beside its fields. */
  width?: number
  children: ReactNode
}

/** A form in a dialog: Enter saves, Esc closes, and unsaved changes are not discarded without a question. */
export function FormDialog<D extends Draft>({
  title,
  editor,
  onClose,
  describe,
  width = 520,
  children,
}: FormDialogProps<D>) {
  const { t } = useWords(formWords)
  const isConfirming = useAsked(({ asked }) => asked !== null)
  const { form, begin } = useFirstField()
  useGuard(editor.isDirty)

  const close = async () => {
    if (editor.isSaving) return
    if (!editor.isDirty || (await askToLeave())) onClose()
  }
  const submit = useSubmit(form, editor)

  return (
    <Modal
      opened
      onClose={() => void close()}
      closeOnEscape={!isConfirming}
      title={title}
      size={width}
      classNames={{ content: classes.dialog as string }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form ref={begin} onSubmit={submit} noValidate className={classes.form}>
        {editor.conflict && <Conflict editor={editor} conflict={editor.conflict} describe={describe} />}
        {children}
        <div className={classes.footer}>
          <Button variant="default" onClick={() => void close()} disabled={editor.isSaving}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={editor.isSaving} disabled={editor.conflict !== null}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
