import { formWords } from '@kabao/contract/kernel/form.words'
import type { FormEvent, RefObject } from 'react'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import type { Editor } from './use-editor.ts'

/** Saves a form that is submitted; what is refused gets the focus. Nothing is saved while a file is being uploaded. */
export function useSubmit(
  form: RefObject<HTMLFormElement | null>,
  { save }: Pick<Editor, 'save'>,
): (event: FormEvent) => void {
  const { t } = useWords(formWords)
  const submit = async () => {
    if (form.current?.querySelector('[data-uploading]')) return message.info(t('uploading'))
    if (!(await save()))
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (event) => {
    event.preventDefault()
    event.stopPropagation()
    void submit()
  }
}
