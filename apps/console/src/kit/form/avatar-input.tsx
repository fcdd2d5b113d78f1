import { uploadWords } from '@kabao/contract/kernel/upload.words'
import { inMegabytes, ruleOf, typeNames } from '@kabao/contract/operations/file'
import { Input } from '@mantine/core'
import { useId, useRef } from 'react'
import { Button } from '../controls/button.ts'
import { Avatar } from '../file/avatar.tsx'
import { useWords } from '../words/words.ts'
import type { AvatarFieldProps } from './avatar-field.tsx'
import classes from './upload.module.css'
import { usePreview } from './upload-item.tsx'
import { useDrop } from './use-drop.ts'
import { useUploads } from './use-uploads.ts'

const { maxBytes, types } = ruleOf('avatar')

export default function AvatarInput({
  name,
  value,
  onChange,
  error,
  label,
  isDisabled,
  of,
}: AvatarFieldProps) {
  const { t } = useWords(uploadWords)
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { sending, replace, drop, isBusy } = useUploads('avatar', t('failed'), (row) => onChange(row.id))
  const [current] = sending
  const preview = usePreview(current?.problem === undefined ? current?.file : undefined)
  const take = ([first]: readonly File[]) => first && replace(first)
  const dropping = useDrop(take, isDisabled !== true)
  const clear = () => {
    if (current) drop(current.key)
    if (!isBusy) onChange(null)
    button.current?.focus()
  }
  const hint = t('hint', { types: typeNames('avatar'), limit: inMegabytes(maxBytes) })

  return (
    <Input.Wrapper id={id} label={label} error={current?.problem ?? error} labelElement="div">
      <fieldset
        aria-label={label}
        className={classes.avatarField}
        data-over={dropping.isOver || undefined}
        data-uploading={isBusy || undefined}
        {...dropping.props}
      >
        <span className={classes.portrait}>
          {preview ? <img src={preview} alt="" /> : <Avatar name={of} fileId={value} size={72} />}
          {isBusy && current && (
            <progress
              className={classes.bar}
              value={current.progress}
              aria-label={t('progress', { name: current.file.name })}
            />
          )}
        </span>
        <div className={classes.avatarSide}>
          <div className={classes.buttons}>
            <Button
              ref={button}
              id={id}
              name={name}
              variant="default"
              disabled={isDisabled === true}
              aria-describedby={`${id}-hint`}
              onClick={() => chooser.current?.click()}
            >
              {t(value === null ? 'choosePicture' : 'change')}
            </Button>
            {(value !== null || isBusy) && isDisabled !== true && (
              <Button variant="subtle" color="gray" onClick={clear}>
                {t(isBusy ? 'cancelPicture' : 'removePicture')}
              </Button>
            )}
          </div>
          <p id={`${id}-hint`} className={classes.hint}>
            {hint}
          </p>
        </div>
        <input
          ref={chooser}
          type="file"
          hidden
          tabIndex={-1}
          aria-hidden
          accept={types.join(',')}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </fieldset>
    </Input.Wrapper>
  )
}
