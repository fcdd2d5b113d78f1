import type { WordList, Words, WordTree } from '@kabao/contract/kernel/language'
import type { ReactNode } from 'react'
import { Fact, Facts } from '../detail/facts.tsx'
import { formatInstant, formatNumber } from '../format.ts'
import { useWords } from '../words/words.ts'
import type { Say } from './entry.ts'

/** The titles of the fields that every entry has. */
interface RecordTree extends WordTree {
  field: {
    readonly id: Words
    readonly references: Words
    readonly createdBy: Words
    readonly createdAt: Words
    readonly updatedBy: Words
    readonly updatedAt: Words
    readonly [key: string]: Words
  }
}
interface Entry {
  id: string
  references: number
  createdBy: string | null
  createdAt: string
  updatedBy: string | null
  updatedAt: string
}

/** The id of an entry, how many records refer to it, and who added and changed it when. */
export function RecordFacts({
  title,
  words,
  entry: { id, references, createdBy, createdAt, updatedBy, updatedAt },
  links,
  children,
}: {
  title: string
  words: WordList<string, RecordTree>
  entry: Entry
  /** What leads to the records that refer to it. */
  links?: ReactNode
  /** Further facts. */
  children?: ReactNode
}) {
  const { t, language } = useWords(words)
  const say = t as Say
  return (
    <Facts title={title}>
      <Fact label={say('field.id')}>{id}</Fact>
      <Fact label={say('field.references')}>
        {formatNumber(references, language)} {links}
      </Fact>
      <Fact label={say('field.createdBy')}>{createdBy}</Fact>
      <Fact label={say('field.createdAt')}>{formatInstant(createdAt, language)}</Fact>
      <Fact label={say('field.updatedBy')}>{updatedBy}</Fact>
      <Fact label={say('field.updatedAt')}>{formatInstant(updatedAt, language)}</Fact>
      {children}
    </Facts>
  )
}
