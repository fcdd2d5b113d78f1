import { blacklistImport, type ImportRow } from '@kabao/contract/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { useState } from 'react'
import { Alert, message, Refusal, saveAnswer, UnstyledButton, UploadField, useSend, useWords } from '#kit'
import classes from './import.module.css'
import { refresh } from './refresh.ts'

const formats = ['xlsx', 'csv'] as const

/** Where a file is chosen; as soon as it is there it is looked through. @param failed the last one, which could not be read */
export function Choose({ failed }: { failed: ImportRow | null }) {
  const { t } = useWords(blacklistImportWords)
  const start = useSend(blacklistImport.importStart)
  const [files, setFiles] = useState<readonly string[]>([])
  const choose = (ids: readonly string[]) => {
    setFiles(ids)
    const [fileId] = ids
    if (fileId === undefined) return
    const onError = () => {
      setFiles([])
      refresh()
    }
    start.mutate({ body: { fileId } }, { onError })
  }
  const save = (format: (typeof formats)[number]) =>
    saveAnswer(blacklistImport.importTemplate, { params: {}, query: { format } }).catch((error: unknown) =>
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
    </>
  )
}
