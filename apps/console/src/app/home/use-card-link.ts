import { pathOfPage } from '@kabao/contract/app/menu'
import { useCallback } from 'react'
import { useEntries } from '../menu-entries.ts'

/** Gives the path of the first of these pages that the reader may open; undefined: none. */
export function useCardLink(): (...names: string[]) => string | undefined {
  const open = new Set(useEntries().flatMap(({ children = [] }) => children.map(({ name }) => name)))
  const key = [...open].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the set is new each time, its names are not
  return useCallback(
    (...names) => {
      const name = names.find((each) => open.has(each))
      return name && pathOfPage(name)
    },
    [key],
  )
}
