import { holdsPersonalNumber } from '@kabao/contract/kernel/personal-text'
import { useContext, useId, useInsertionEffect } from 'react'
import { PageScope } from '../session/unsaved.ts'
import { type Mark, useMarks } from './marks.ts'

/** Says what sets this page apart while the caller is on it. A whole phone or id number is not said, because it would be seen elsewhere. */
export function useSetApart(kind: Mark['kind'], text: string | undefined): void {
  const page = useContext(PageScope)
  const id = useId()
  const said = !text || holdsPersonalNumber(text) ? undefined : text
  // Unlike other effects, an insertion effect is not cleaned up when its page is hidden; it may not change a state at once.
  useInsertionEffect(() => {
    if (said === undefined) return
    const change = (mark: Mark[]) =>
      queueMicrotask(() =>
        useMarks.setState((all) => ({
          [page]: [...(all[page] ?? []).filter((each) => each.id !== id), ...mark],
        })),
      )
    change([{ id, kind, text: said }])
    return () => change([])
  }, [page, id, kind, said])
}
