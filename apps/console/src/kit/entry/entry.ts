import type { Endpoint } from '@kabao/contract/kernel/kernel'
import type { Words, WordTree } from '@kabao/contract/kernel/language'
import type { Machine } from '@kabao/contract/kernel/machine'
import type * as z from 'zod'
import type { RemovalTree, SeveralTree } from '../crud/remove.tsx'
import type { ExportEndpoint, PageEndpoint, RowOf } from '../list/list.ts'
import type { RemoveMany } from '../list/remove-selected.tsx'
import type { AllCalls, SeveralCalls } from '../machine/bulk-acts.tsx'
import type { OneCalls } from '../machine/use-acts.ts'

/** A row of a list of entries: it has a name and a state, and other records may refer to it. */
export interface EntryRow {
  id: string
  name: string
  status: string
  version: number
  references: number
}

type EntryPage = PageEndpoint & { answer: z.ZodType<{ records: readonly EntryRow[] }> }

/** The endpoints of a list of entries: those of `crud`, and those of the acts of its machine. */
export type EntryCalls<M extends Machine> = OneCalls<M> &
  SeveralCalls<M> &
  AllCalls<M> & {
    page: EntryPage
    export: ExportEndpoint
    get: Endpoint
    create: Endpoint
    update: Endpoint
    remove: Endpoint
    removeMany: RemoveMany
  }

/** What a page and its parts know of the list that they show. */
export interface EntryList<M extends Machine, C> {
  calls: C
  machine: M
}

export type RowOfCalls<C extends { page: EntryPage }> = RowOf<C['page']>

/** The texts of the actions of a row. */
export interface EntryTree extends WordTree, RemovalTree, SeveralTree {
  action: {
    readonly edit: Words
    readonly open: Words
    readonly copy: Words
    readonly remove: Words
    readonly removeMany: Words
    readonly [key: string]: Words
  }
  remove: RemovalTree['remove'] & SeveralTree['remove']
}
/** Says a text whose key every list of entries has. */
export type Say = (key: string) => string
