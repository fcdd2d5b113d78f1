import { create } from 'zustand'

/** What can set a page apart from others of the same title, what says most first. */
const kinds = ['record', 'view', 'filter', 'state'] as const
export interface Mark {
  /** Of the component that says it. */
  id: string
  kind: (typeof kinds)[number]
  text: string
}

/** What sets the open pages apart, by page, also of those that are kept in the background. */
export const useMarks = create<Readonly<Record<string, readonly Mark[]>>>(() => ({}))

/** The text that sets a page apart; undefined if nothing does. */
export const markOf = (marks: readonly Mark[] = []): string | undefined =>
  kinds.flatMap((kind) => marks.find((mark) => mark.kind === kind) ?? [])[0]?.text
