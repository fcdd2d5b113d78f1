import type { WordList, WordTree } from '@kabao/contract/kernel/language'
import { useMemo } from 'react'
import type { Column } from '../list/column.ts'
import { useWords } from '../words/words.ts'
import { type ColumnMaker, columnMaker, type Revealing } from './make-columns.tsx'

/** Declares the columns of a list with a `ColumnMaker`. */
export type ColumnsOf<Row, W extends WordList> = (column: ColumnMaker<Row, W['tree']>) => Column<Row>[]

const nothing: Revealing = { revealed: null, hide: () => undefined }

/**
 * The columns of a list in the current language. They stay identical until the language or the revealed row changes.
 * @param make declared outside the component
 * @param reveal the result of `useReveal`, if the list has a reveal
 */
export function useColumns<Row, P extends string, T extends WordTree>(
  words: WordList<P, T>,
  make: ColumnsOf<Row, WordList<P, T>>,
  { revealed, hide }: Revealing = nothing,
): Column<Row>[] {
  const worded = useWords(words)
  return useMemo(() => make(columnMaker(worded, { revealed, hide })), [make, worded, revealed, hide])
}
