import { type SavedView, savedView } from '@kabao/contract/operations/saved-view'
import { queries } from '../call/query.ts'

const { get, list } = savedView

/** Shows the new version of a view before it is fetched again, so that a second change does not conflict with the first. */
export function takeChanged(changed: SavedView): void {
  const withIt = (one: SavedView) => (one.id === changed.id ? changed : one)
  queries.setQueriesData<SavedView>({ queryKey: [get.area, get.name] }, (known) => known && withIt(known))
  queries.setQueriesData<{ views: SavedView[] }>(
    { queryKey: [list.area, list.name] },
    (known) => known && { ...known, views: known.views.map(withIt) },
  )
}
