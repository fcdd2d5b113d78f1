import { markOf, translate, useLanguage, useMarks } from '#kit'
import { type Tab, useTabs } from './store.ts'

/** What a tab is called, and what sets it apart from other tabs of the same name; undefined if it is the only one. */
export interface Label {
  title: string
  mark: string | undefined
}

/**
 * The labels of the open tabs, by their ids. Of several tabs of one page each says what its page is filtered by; pages that say the same,
 * or that were not opened since the console was loaded, are numbered from the second one on.
 */
export function useLabels(): ReadonlyMap<string, Label> {
  useLanguage()
  const tabs = useTabs((state) => state.tabs)
  const marks = useMarks()
  return labelsOf(tabs, (id) => markOf(marks[id]))
}

function labelsOf(tabs: readonly Tab[], markIn: (id: string) => string | undefined): Map<string, Label> {
  const counts = new Map<string, number>()
  const count = (name: string) => {
    const next = (counts.get(name) ?? 0) + 1
    counts.set(name, next)
    return next
  }
  const titles = tabs.map(({ title }) => translate(title))
  return new Map(
    tabs.map(({ id }, at) => {
      const title = titles[at] ?? ''
      const isAlone = titles.filter((other) => other === title).length === 1
      const said = isAlone ? undefined : markIn(id)
      const nth = count(`${title} ${said ?? ''}`)
      const parts = [said, nth > 1 ? `${nth}` : undefined].filter(Boolean)
      return [id, { title, mark: parts.join(' ') || undefined }]
    }),
  )
}

/** A label as one text. */
export const labelText = ({ title, mark }: Label): string =>
  mark === undefined ? title : `${title} · ${mark}`
