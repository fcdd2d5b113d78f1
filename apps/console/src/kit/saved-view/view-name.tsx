import { savedView } from '@kabao/contract/operations/saved-view'
import { savedViewWords } from '@kabao/contract/operations/saved-view.words'
import { useEffect } from 'react'
import { useAnswer } from '../call/query.ts'
import { message } from '../message/message.ts'
import { useSetApart } from '../page/set-apart.ts'
import { useWords } from '../words/words.ts'
import { isAsSaved } from './fitting.ts'
import { arrangeAs, openView, type ViewParts } from './open-view.ts'
import classes from './saved-view.module.css'

/** The name of the view in the address, and whether the list differs from it. Applies the view to the list. */
export default function ViewName({ view, arrangement }: ViewParts) {
  const { t } = useWords(savedViewWords)
  const { data, error } = useAnswer(
    savedView.get,
    { params: { id: view.id as string } },
    { meta: { isSilent: true } },
  )
  // A view of another list does not count; a link from an older release uses the former name of the list.
  const isOurs = data !== undefined && (data.list === view.list || data.list === view.formerly)
  const saved = isOurs ? data : undefined
  // A view that is deleted while it is shown leaves the list as it is.
  const isGone = data === undefined ? error !== null : saved === undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the view is loaded
  useEffect(() => {
    if (!saved || view.isShown) return
    if (view.isAwaited) return openView({ view, arrangement }, saved, true)
    // The address has filters of its own: these apply, and only the columns come from the view.
    arrangeAs({ view, arrangement }, saved)
    view.show({ id: saved.id, filters: view.filters, sort: view.sort }, true)
  }, [saved, view.isShown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known that there is no such view
  useEffect(() => {
    if (!isGone) return
    message.error(t('gone'), 5000)
    view.show({ filters: view.filters, sort: view.sort }, true)
  }, [isGone])

  useSetApart('view', saved?.name)
  if (!saved) return null
  const isChanged = !isAsSaved(view, saved) || !arrangement.isLike(saved.columns)
  return (
    <>
      <span className={classes.name}>{saved.name}</span>
      {view.isShown && isChanged && (
        <>
          <span className={classes.mark} aria-hidden />
          <span className={classes.heard}> {t('changed')}</span>
        </>
      )}
    </>
  )
}
