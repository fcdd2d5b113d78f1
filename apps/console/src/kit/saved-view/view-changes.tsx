import { type SavedView, savedView } from '@kabao/contract/operations/saved-view'
import { savedViewWords } from '@kabao/contract/operations/saved-view.words'
import { useQueryClient } from '@tanstack/react-query'
import { useSend } from '../call/query.ts'
import { IconCheck, IconRefresh } from '../icons.ts'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import { isAsSaved, keepable } from './fitting.ts'
import { openView, type ViewParts } from './open-view.ts'
import classes from './saved-view.module.css'
import { takeChanged } from './take-changed.ts'

/** Offers to save or to undo the reader's changes to a view; nothing without changes. */
export function ViewChanges({ saved, parts, onClose }: ViewChangesProps) {
  const { t } = useWords(savedViewWords)
  const client = useQueryClient()
  const { view, arrangement } = parts
  const { mutateAsync, isPending } = useSend(savedView.update)
  if (isAsSaved(view, saved) && arrangement.isLike(saved.columns)) return null

  const update = async () => {
    const filters = keepable(view.filters)
    const { id, version } = saved
    try {
      const columns = arrangement.settings
      takeChanged(await mutateAsync({ body: { id, version, filters, sort: view.sort, columns } }))
      message.success(t('updated'))
      if (Object.keys(filters).length < Object.keys(view.filters).length)
        message.info(t('form.leftOut'), 5000)
      onClose()
    } catch {
      // The refusal was shown; the current view is fetched again.
      void client.invalidateQueries({ queryKey: [savedView.get.area] })
    }
  }
  return (
    <>
      {saved.isManageable && (
        <button type="button" className={classes.act} disabled={isPending} onClick={() => void update()}>
          <IconCheck size={14} aria-hidden />
          {t('update', { name: saved.name })}
        </button>
      )}
      <button
        type="button"
        className={classes.act}
        onClick={() => {
          openView(parts, saved)
          onClose()
        }}
      >
        <IconRefresh size={14} aria-hidden />
        {t('revert')}
      </button>
    </>
  )
}

interface ViewChangesProps {
  saved: SavedView
  parts: ViewParts
  onClose: () => void
}
