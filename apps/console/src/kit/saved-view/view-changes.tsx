import type { AnswerOf } from '@kabao/contract/kernel'
import { type SavedView, savedView } from '@kabao/contract/saved-view'
import { savedViewWords } from '@kabao/contract/saved-view.words'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey, useSend } from '../call/query.ts'
import { IconCheck, IconRefresh } from '../icons.ts'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import { isAsSaved, keepable } from './fitting.ts'
import { openView, type ViewParts } from './open-view.ts'
import classes from './saved-view.module.css'

/** What to do with what the reader changed since he opened a view; nothing where he changed nothing. */
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
      const changed = await mutateAsync({
        body: { id, version, filters, sort: view.sort, columns: arrangement.settings },
      })
      // Whoever changes it again before the list was read anew would be told of a conflict with himself.
      const key = queryKey(savedView.list, { query: { list: changed.list }, quiet: true })
      client.setQueryData<AnswerOf<typeof savedView.list>>(
        key,
        (known) =>
          known && { ...known, views: known.views.map((one) => (one.id === changed.id ? changed : one)) },
      )
      message.success(t('updated'))
      if (Object.keys(filters).length < Object.keys(view.filters).length)
        message.info(t('form.leftOut'), 5000)
      onClose()
    } catch {
      // The service has said why; what it is now is read anew.
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
