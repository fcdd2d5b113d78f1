import type { WordList, WordTree } from '@kabao/contract/language'
import { useMemo } from 'react'
import type { Column } from '../list/column.ts'
import { useWords } from '../words/words.ts'
import { type ColumnMaker, columnMaker, type Revealing } from './make-columns.tsx'

/** What the columns of a list are, said with a `ColumnMaker`. */
export type ColumnsOf<Row, W extends WordList> = (column: ColumnMaker<Row, W['tree']>) => Column<Row>[]

const nothing: Revealing = { revealed: null, hide: () => undefined }

/**
 * The columns of a list in the language that is shown: the same ones until the language changes, or what is revealed.
 * @param make declared outside the component
 * @param reveal what `useReveal` gives, where the list reveals
 */
export function useColumns<Row, P extends string, T extends WordTree>(
  words: WordList<P, T>,
  make: ColumnsOf<Row, WordList<P, T>>,
  { revealed, hide }: Revealing = nothing,
): Column<Row>[] {
  const worded = useWords(words)
  return useMemo(() => make(columnMaker(worded, { revealed, hide })), [make, worded, revealed, hide])
}
