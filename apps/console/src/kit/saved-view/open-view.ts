import type { SavedView } from '@kabao/contract/operations/saved-view'
import { savedViewWords } from '@kabao/contract/operations/saved-view.words'
import type { ListView } from '../list/list.ts'
import { rememberSettings, tableName } from '../list/remembered.ts'
import type { Arrangement } from '../list/use-settings.ts'
import { message } from '../message/message.ts'
import { wordsOf } from '../words/words.ts'
import { fitting } from './fitting.ts'

export interface ViewParts {
  view: ListView
  arrangement: Arrangement
}

/** Applies a view's columns, filters and sort to the list; says so if a part of it no longer fits the list. */
export function openView({ view, arrangement }: ViewParts, saved: SavedView, isReplacing = false): void {
  const { filters, sort, leftOut } = fitting(view.endpoint, saved)
  arrangeAs({ view, arrangement }, saved)
  view.show({ id: saved.id, filters, sort }, isReplacing)
  if (leftOut > 0)
    message.info(wordsOf(savedViewWords).t('outdated', { name: saved.name, count: leftOut }), 5000)
}

/** The columns of a view are stored apart from the reader's own, which return when the reader leaves the view. */
export function arrangeAs({ view, arrangement }: ViewParts, { id, columns }: SavedView): void {
  if (id === view.id) arrangement.take(columns)
  else rememberSettings(tableName(view.list, id), columns)
}
