import { type RefCallback, useCallback, useRef } from 'react'
import { useFocusProblem } from './use-focus-problem.ts'

/** The first field of a form that can take the focus. */
const firstInput = (form: HTMLElement | null) =>
  form?.querySelector('input:not([type=hidden]):not([hidden]):not(:disabled), textarea:not(:disabled)')

/** Makes the dialog around a form put the focus on its first field. Also the form, for other uses. */
export function useFirstField() {
  const form = useRef<HTMLFormElement>(null)
  const begin: RefCallback<HTMLFormElement> = useCallback((element) => {
    form.current = element
    firstInput(element)?.setAttribute('data-autofocus', 'true')
  }, [])
  return { form, begin }
}

/** The focus of a form in a dialog: first on its first field, and after a refusal on the first field with a problem. */
export function useFormFocus(problems: object): RefCallback<HTMLFormElement> {
  const { form, begin } = useFirstField()
  useFocusProblem(form, problems)
  return begin
}
