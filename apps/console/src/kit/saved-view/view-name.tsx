import { savedView } from '@kabao/contract/saved-view'
import { savedViewWords } from '@kabao/contract/saved-view.words'
import { useEffect } from 'react'
import { useAnswer } from '../call/query.ts'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import { isAsSaved } from './fitting.ts'
import { arrangeAs, openView, type ViewParts } from './open-view.ts'
import classes from './saved-view.module.css'

/** The name of the view that the address names, and whether the list differs from it. Gives the list what the view keeps. */
export default function ViewName({ view, arrangement }: ViewParts) {
  const { t } = useWords(savedViewWords)
  const { data, error } = useAnswer(savedView.get, { params: { id: view.id as string }, quiet: true })
  // A view of another list is none of this one; a link from an older release names the list as it was known then.
  const isOurs = data !== undefined && (data.list === view.list || data.list === view.formerly)
  const saved = isOurs ? data : undefined
  // One that goes while it is shown, by the reader himself or by another, leaves the list as it is.
  const isGone = data === undefined ? error !== null : saved === undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the view is there
  useEffect(() => {
    if (!saved || view.isShown) return
    if (view.isAwaited) return openView({ view, arrangement }, saved, true)
    // The address says more than the view: what it says counts, the view lends its columns.
    arrangeAs({ view, arrangement }, saved)
    view.show({ id: saved.id, filters: view.filters, sort: view.sort }, true)
  }, [saved, view.isShown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it turns out that there is none
  useEffect(() => {
    if (!isGone) return
    message.error(t('gone'), 5000)
    view.show({ filters: view.filters, sort: view.sort }, true)
  }, [isGone])

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
