import { createContext, useContext, useLayoutEffect } from 'react'

/** The place on the first line of a page for the tools of its list. */
interface PageTools {
  /** Null until the line is rendered. */
  slot: HTMLElement | null
  /** Gives the page the layout of a list: it fills the window, and only the rows scroll. */
  beList: () => void
}

export const PageToolsContext = createContext<PageTools | null>(null)

/**
 * For the list of a page: gives the page the layout of a list.
 * @returns the place for the tools; undefined if the list is only a part of the page and shows its tools itself
 */
export function usePageTools(): HTMLElement | null | undefined {
  const page = useContext(PageToolsContext)
  useLayoutEffect(() => page?.beList(), [page])
  return page?.slot
}
