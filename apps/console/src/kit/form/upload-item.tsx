import { uploadWords } from '@kabao/contract/kernel/upload.words'
import type { FileRow } from '@kabao/contract/operations/file'
import { useEffect, useState } from 'react'
import { ActionIcon } from '../controls/action-icon.ts'
import { saveFile } from '../file/download.ts'
import { FileImage } from '../file/file-image.tsx'
import { useObjectUrl } from '../file/use-object-url.ts'
import { formatBytes } from '../format.ts'
import { IconFileText, IconRefresh, IconX } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './upload.module.css'
import type { Sending } from './use-uploads.ts'

interface StoredItemProps {
  id: string
  /** The row of the file; for a file that the record had before, only its id may be known. */
  row: FileRow | undefined
  isFixed: boolean
  onRemove: () => void
}

/** A stored file. */
export function StoredItem({ id, row, isFixed, onRemove }: StoredItemProps) {
  const { t } = useWords(uploadWords)
  const name = row?.name ?? t('attached')
  const sign = <IconFileText size={20} aria-hidden />
  return (
    <li className={classes.item}>
      <span className={classes.picture}>
        {row && row.width === null ? sign : <FileImage id={id} alt="" isThumbnail fallback={sign} />}
      </span>
      <span className={classes.facts}>
        <button
          type="button"
          className={classes.name}
          onClick={() => void saveFile(id).catch(() => undefined)}
        >
          {name}
        </button>
        {row && <span className={classes.note}>{formatBytes(row.size)}</span>}
      </span>
      {!isFixed && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('remove', { name })} onClick={onRemove}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

interface SendingItemProps {
  sending: Sending
  onAgain: () => void
  onDrop: () => void
}

/** A file that is being sent, or one that failed, with the reason. */
export function SendingItem({ sending, onAgain, onDrop }: SendingItemProps) {
  const { t } = useWords(uploadWords)
  const { file, progress, problem } = sending
  const { name } = file
  const picture = usePreview(file)
  return (
    <li className={classes.item} data-failed={problem !== undefined || undefined}>
      <span className={classes.picture}>
        {picture ? <img src={picture} alt="" /> : <IconFileText size={20} aria-hidden />}
      </span>
      <span className={classes.facts}>
        <span className={classes.name}>{name}</span>
        {problem !== undefined && (
          <span role="alert" className={classes.problem}>
            {problem}
          </span>
        )}
        {problem === undefined && progress < 1 && (
          <progress className={classes.bar} value={progress} aria-label={t('progress', { name })} />
        )}
        {problem === undefined && progress >= 1 && <span className={classes.note}>{t('checking')}</span>}
      </span>
      {problem !== undefined && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('again', { name })} onClick={onAgain}>
          <IconRefresh size={14} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t(problem === undefined ? 'cancel' : 'remove', { name })}
        onClick={onDrop}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** The chosen file before the service has stored it: the browser decodes it, and it is shown only if the browser can. */
export function usePreview(file: File | undefined): string | undefined {
  const url = useObjectUrl(file && /^image\/(png|jpeg|webp|gif)$/.test(file.type) ? file : undefined)
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    setShown(undefined)
    if (url === undefined) return
    const image = new Image()
    let isOff = false
    image.src = url
    image.decode().then(
      () => !isOff && setShown(url),
      () => undefined,
    )
    return () => {
      isOff = true
    }
  }, [url])
  return shown
}
