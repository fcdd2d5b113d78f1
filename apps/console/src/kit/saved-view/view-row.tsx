import { type SavedView, savedView } from '@kabao/contract/operations/saved-view'
import { savedViewWords } from '@kabao/contract/operations/saved-view.words'
import { useHref } from 'react-router'
import { copyText } from '../copy.ts'
import { useAct } from '../form/use-act.ts'
import { IconCheck, IconEdit, IconLink, IconTrash } from '../icons.ts'
import { forgetSettings, tableName } from '../list/remembered.ts'
import { message } from '../message/message.ts'
import { useWords, wordsOf } from '../words/words.ts'
import type { ViewParts } from './open-view.ts'
import classes from './saved-view.module.css'

/** One view: its name opens it, the buttons beside it copy its link, change it and delete it. */
export function ViewRow({ saved, parts: { view }, onChoose, onEdit, onClose }: ViewRowProps) {
  const { t } = useWords(savedViewWords)
  const { name, roleName, ownerName, isMine, isManageable } = saved
  const isCurrent = saved.id === view.id
  // The link holds only the id of the view, so it always opens the view as it is then.
  const link = useHref(`?view=${saved.id}`)
  const remove = useAct(savedView.remove, wordsOfRemoval, {
    onDone: () => {
      forgetSettings(tableName(view.list, saved.id))
      if (isCurrent) view.show({ filters: view.filters, sort: view.sort }, true)
    },
  })
  const note = isMine
    ? roleName && t('sharedWith', { role: roleName })
    : t('by', { owner: ownerName, role: roleName ?? '' })
  const act = (label: string, Icon: typeof IconLink, onClick: () => void) => (
    <button type="button" className={classes.tool} aria-label={label} title={label} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </button>
  )
  return (
    <li className={classes.row}>
      <button
        type="button"
        className={classes.choice}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onChoose}
      >
        <span className={classes.title}>
          {name}
          {note && <span className={classes.note}>{note}</span>}
        </span>
        {isCurrent && <IconCheck size={14} aria-hidden className={classes.check} />}
      </button>
      {act(t('copy', { name }), IconLink, () => void copyLink(saved, link))}
      {isManageable && act(t('edit', { name }), IconEdit, onEdit)}
      {isManageable &&
        act(t('remove.label', { name }), IconTrash, () => {
          onClose()
          remove(saved)
        })}
    </li>
  )
}

interface ViewRowProps {
  saved: SavedView
  parts: ViewParts
  onChoose: () => void
  onEdit: () => void
  onClose: () => void
}

const wordsOfRemoval = ({ name, roleName }: SavedView) => {
  const { t } = wordsOf(savedViewWords)
  return {
    title: t('remove.title', { name }),
    text: roleName ? t('remove.textShared', { role: roleName }) : t('remove.text'),
    action: t('remove.action'),
    isDanger: true,
    done: () => t('remove.done'),
  }
}

async function copyLink({ roleId }: SavedView, address: string): Promise<void> {
  const { t } = wordsOf(savedViewWords)
  const link = new URL(address, location.href).href
  if (!(await copyText(link))) message.error(t('copyFailed', { link }), 10_000)
  else if (roleId === null) message.info(t('copiedPrivate'), 5000)
  else message.success(t('copied'))
}
