import { type SavedView, savedView } from '@kabao/contract/operations/saved-view'
import { savedViewWords } from '@kabao/contract/operations/saved-view.words'
import { useState } from 'react'
import { useAnswer } from '../call/query.ts'
import { TextInput } from '../controls/text-input.ts'
import { IconCheck, IconPlus } from '../icons.ts'
import { useWords } from '../words/words.ts'
import { openView, type ViewParts } from './open-view.ts'
import classes from './saved-view.module.css'
import { ViewChanges } from './view-changes.tsx'
import { ViewRow } from './view-row.tsx'

/** With more views than this, a search field is shown. */
const atAGlance = 8

/** The views of a list, the reader's own and those shared with the reader's roles, with their actions. */
export default function ViewPanel({ view, arrangement, onClose, onEdit }: ViewPanelProps) {
  const { t } = useWords(savedViewWords)
  const [sought, setSought] = useState('')
  const { data, isError, refetch } = useAnswer(savedView.list, { query: { list: view.list } })
  const parts = { view, arrangement }
  const all = data?.views ?? []
  const found = all.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()))
  const current = all.find(({ id }) => id === view.id)

  const choose = (saved: SavedView) => {
    openView(parts, saved)
    onClose()
  }
  const edit = (entry?: SavedView) => {
    onClose()
    onEdit(entry ? { entry } : {})
  }
  const group = (title: string, views: readonly SavedView[]) =>
    views.length > 0 && (
      <>
        <p className={classes.group} aria-hidden>
          {title}
        </p>
        <ul className={classes.views} aria-label={title}>
          {views.map((saved) => (
            <ViewRow
              key={saved.id}
              saved={saved}
              parts={parts}
              onChoose={() => choose(saved)}
              onEdit={() => edit(saved)}
              onClose={onClose}
            />
          ))}
        </ul>
      </>
    )

  return (
    <div className={classes.panel}>
      {all.length > atAGlance && (
        <TextInput
          className={classes.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <div className={classes.scroller} aria-busy={!data && !isError}>
        <button
          type="button"
          className={classes.choice}
          aria-current={view.id === undefined ? 'true' : undefined}
          onClick={() => {
            view.show({ filters: {} })
            onClose()
          }}
        >
          <span className={classes.title}>{t('none')}</span>
          {view.id === undefined && <IconCheck size={14} aria-hidden className={classes.check} />}
        </button>
        {group(
          t('mine'),
          found.filter(({ isMine }) => isMine),
        )}
        {group(
          t('shared'),
          found.filter(({ isMine }) => !isMine),
        )}
        {data && all.length === 0 && <p className={classes.hint}>{t('empty')}</p>}
        {all.length > 0 && found.length === 0 && <p className={classes.hint}>{t('nothingFound')}</p>}
        {isError && (
          <p className={classes.hint} role="alert">
            {t('failed')}{' '}
            <button type="button" className={classes.link} onClick={() => void refetch()}>
              {t('retry')}
            </button>
          </p>
        )}
      </div>
      <div className={classes.foot}>
        {current && <ViewChanges saved={current} parts={parts} onClose={onClose} />}
        <button type="button" className={classes.act} onClick={() => edit()}>
          <IconPlus size={14} aria-hidden />
          {t('saveAs')}
        </button>
      </div>
    </div>
  )
}

interface ViewPanelProps extends ViewParts {
  onClose: () => void
  /** Opens the form for a view, or for a new one. */
  onEdit: (what: { entry?: SavedView }) => void
}
