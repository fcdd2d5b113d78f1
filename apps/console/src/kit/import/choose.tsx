import { formWords } from '@kabao/contract/kernel/form.words'
import type { FileColumns, ImportTask } from '@kabao/contract/kernel/import'
import { importWords } from '@kabao/contract/kernel/import.words'
import { useState } from 'react'
import { useSend } from '../call/query.ts'
import { Refusal } from '../call/refusal.ts'
import { Alert } from '../controls/alert.ts'
import { Button } from '../controls/button.ts'
import { Loader } from '../controls/loader.ts'
import { UnstyledButton } from '../controls/unstyled-button.ts'
import { saveAnswer } from '../file/save-answer.ts'
import { UploadField } from '../form/upload-field.tsx'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import { Columns } from './columns.tsx'
import classes from './import.module.css'
import type { ImportInto } from './into.ts'
import { refresh } from './refresh.ts'

const formats = ['xlsx', 'csv'] as const

/** Lets the user choose a file, and which of its columns are ours. @param failed the previous import, if it failed */
export function Choose({ into, failed, onClose }: ChooseProps) {
  const { t } = useWords(importWords)
  const { t: form } = useWords(formWords)
  const start = useSend(into.use.importStart)
  const read = useSend(into.use.importColumns)
  const [files, setFiles] = useState<readonly string[]>([])
  const [fileId] = files
  const choose = (ids: readonly string[]) => {
    setFiles(ids)
    read.reset()
    const [chosen] = ids
    if (chosen === undefined) return
    const body = { fileId: chosen }
    const onError = () => {
      setFiles([])
      refresh(into)
    }
    // A file whose head cannot be read at once is checked without a choice of columns.
    const onSuccess = (head: FileColumns | null) => head ?? start.mutate({ body }, { onError })
    read.mutate({ body, quiet: true }, { onError: said(t('failed'), onError), onSuccess })
  }
  const save = (format: (typeof formats)[number]) =>
    saveAnswer(into.use.importTemplate, { params: {}, query: { format } }).catch((error: unknown) =>
      message.error(error instanceof Refusal ? error.message : t('failed')),
    )
  return (
    <>
      <p className={classes.text}>{t('how')}</p>
      {failed && (
        <Alert color="red" role="alert" title={`${failed.fileName} · ${t('status.failed')}`}>
          {failed.problem}
        </Alert>
      )}
      <UploadField
        name="file"
        label={t('file')}
        use="import"
        value={files}
        onChange={choose}
        isDisabled={read.isPending || start.isPending}
      />
      {read.isPending && <Loader size={20} />}
      {fileId !== undefined && read.data ? (
        <Columns key={fileId} into={into} fileId={fileId} head={read.data} onClose={onClose} />
      ) : (
        <>
          <p className={classes.text}>
            {t('template')}{' '}
            {formats.map((format) => (
              <UnstyledButton key={format} className={classes.link} onClick={() => void save(format)}>
                {format.toUpperCase()}
              </UnstyledButton>
            ))}
          </p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {form('cancel')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** Shows why a call was refused: the sentence at its field, if there is one. */
const said = (otherwise: string, then: () => void) => (error: unknown) => {
  const sentence = error instanceof Refusal ? (error.fields?.fileId ?? error.message) : otherwise
  message.error(sentence)
  then()
}

interface ChooseProps {
  into: ImportInto
  failed: ImportTask | null
  onClose: () => void
}
