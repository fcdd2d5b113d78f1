import { uploadWords } from '@kabao/contract/kernel/upload.words'
import { type FileRow, inMegabytes, ruleOf, typeNames } from '@kabao/contract/operations/file'
import { Input } from '@mantine/core'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../controls/button.ts'
import { VisuallyHidden } from '../controls/visually-hidden.ts'
import { IconUpload } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './upload.module.css'
import type { UploadFieldProps } from './upload-field.tsx'
import { SendingItem, StoredItem } from './upload-item.tsx'
import { useDrop } from './use-drop.ts'
import { useUploads } from './use-uploads.ts'

const CropDialog = lazy(() => import('../picture/crop-dialog.tsx'))

export default function UploadInput({
  name,
  value,
  onChange,
  error,
  label,
  description,
  isRequired,
  isDisabled,
  use,
  most = ruleOf(use).maxFiles,
  cropTo,
  known = [],
}: UploadFieldProps) {
  const { t } = useWords(uploadWords)
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [rows, setRows] = useState(() => new Map(known.map((row) => [row.id, row])))
  const [said, setSaid] = useState('')
  // Several files may arrive between two renders, so each is added to the latest value of the field.
  const ids = useRef(value)
  ids.current = value
  const give = (next: readonly string[]) => {
    ids.current = next
    onChange(next)
  }
  const { sending, add, again, drop, isBusy } = useUploads(use, t('failed'), (row: FileRow) => {
    setRows((all) => new Map(all).set(row.id, row))
    give([...ids.current, row.id])
    setSaid(t('stored', { name: row.name }))
  })
  const room = Math.max(0, most - value.length - sending.length)
  const [cropped, setCropped] = useState<File>()
  const take = (files: readonly File[]) => {
    const [first] = files
    if (cropTo !== undefined && room > 0 && first?.type.startsWith('image/')) setCropped(first)
    else add(files.slice(0, room))
  }
  const dropping = useDrop(take, room > 0 && isDisabled !== true)
  const hint = [
    t('hint', { types: typeNames(use), limit: inMegabytes(ruleOf(use).maxBytes) }),
    ...(most > 1 ? [t('most', { count: most })] : []),
  ].join(' · ')
  const back = () => button.current?.focus()

  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      withAsterisk={isRequired === true}
      labelElement="div"
    >
      <fieldset
        aria-label={label}
        className={classes.field}
        data-over={dropping.isOver || undefined}
        data-invalid={error ? true : undefined}
        data-uploading={isBusy || undefined}
        {...dropping.props}
      >
        {(value.length > 0 || sending.length > 0) && (
          <ul className={classes.items}>
            {value.map((each) => (
              <StoredItem
                key={each}
                id={each}
                row={rows.get(each)}
                isFixed={isDisabled === true}
                onRemove={() => {
                  give(value.filter((other) => other !== each))
                  back()
                }}
              />
            ))}
            {sending.map((each) => (
              <SendingItem
                key={each.key}
                sending={each}
                onAgain={() => again(each)}
                onDrop={() => {
                  drop(each.key)
                  back()
                }}
              />
            ))}
          </ul>
        )}
        <Button
          ref={button}
          id={id}
          name={name}
          variant="default"
          leftSection={<IconUpload size={14} aria-hidden />}
          disabled={isDisabled === true || room === 0}
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          onClick={() => chooser.current?.click()}
        >
          {t(most > 1 ? 'choose' : 'chooseOne')}
        </Button>
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
        <input
          ref={chooser}
          type="file"
          hidden
          tabIndex={-1}
          aria-hidden
          multiple={room > 1}
          accept={accepted(use)}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])])
            // Lets the reader choose the same file again.
            currentTarget.value = ''
          }}
        />
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <Suspense>
          {cropped && cropTo !== undefined && (
            <CropDialog
              file={cropped}
              ratio={cropTo}
              onDone={(file) => {
                setCropped(undefined)
                add([file])
              }}
              onClose={() => setCropped(undefined)}
            />
          )}
        </Suspense>
      </fieldset>
    </Input.Wrapper>
  )
}

const accepted = (use: UploadFieldProps['use']) => ruleOf(use).types.join(',')
