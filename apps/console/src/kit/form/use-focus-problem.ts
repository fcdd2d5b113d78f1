import { type RefObject, useEffect } from 'react'

/** After a refusal, puts the focus on the first field that has a problem. */
export function useFocusProblem(form: RefObject<HTMLElement | null>, problems: object): void {
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, problems])
}
