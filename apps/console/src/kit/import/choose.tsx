import { formWords } from '@kabao/contract/kernel/form.words'
import type { ImportTask } from '@kabao/contract/kernel/import'
import { importWords } from '@kabao/contract/kernel/import.words'
import { useState } from 'react'
import { useSend } from '../call/query.ts'
import { Refusal } from '../call/refusal.ts'
import { Alert } from '../controls/alert.ts'
import { Button } from '../controls/button.ts'
import { UnstyledButton } from '../controls/unstyled-button.ts'
import { saveAnswer } from '../file/save-answer.ts'
import { UploadField } from '../form/upload-field.tsx'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import classes from './import.module.css'
import type { ImportInto } from './into.ts'
import { refresh } from './refresh.ts'

const formats = ['xlsx', 'csv'] as const

/** Lets the user choose a file, which is uploaded and checked at once. @param failed the previous import, if it failed */
export function Choose({ into, failed, onClose }: ChooseProps) {
  const { t } = useWords(importWords)
  const { t: form } = useWords(formWords)
  const start = useSend(into.use.importStart)
  const [files, setFiles] = useState<readonly string[]>([])
  const choose = (ids: readonly string[]) => {
    setFiles(ids)
    const [fileId] = ids
    if (fileId === undefined) return
    const onError = () => {
      setFiles([])
      refresh(into)
    }
    start.mutate({ body: { fileId } }, { onError })
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
        isDisabled={start.isPending}
      />
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
  )
}

interface ChooseProps {
  into: ImportInto
  failed: ImportTask | null
  onClose: () => void
}
