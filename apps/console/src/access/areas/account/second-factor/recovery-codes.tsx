import { secondFactorWords } from '@kabao/contract/access/second-factor.words'
import { useState } from 'react'
import { Button, Checkbox, copyText, IconCopy, IconDownload, message, readUser, useWords } from '#kit'
import classes from './second-factor.module.css'

/** The recovery codes, shown only once, until the administrator confirms that they are saved. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useWords(secondFactorWords)
  const [isSaved, setIsSaved] = useState(false)
  const text = codes.join('\n')
  const copy = async () => {
    if (await copyText(text)) message.success(t('codes.copied'))
    else message.error(t('codes.notCopied'))
  }
  return (
    <section className={classes.flow} aria-label={t('codes.title')}>
      <p>{t('codes.lead')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('codes.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => download(t('codes.fileName', { username: readUser()?.username ?? '' }), `${text}\n`)}
        >
          {t('codes.download')}
        </Button>
      </div>
      <Checkbox
        label={t('codes.saved')}
        checked={isSaved}
        onChange={(event) => setIsSaved(event.currentTarget.checked)}
      />
      <Button disabled={!isSaved} onClick={onDone}>
        {t('codes.done')}
      </Button>
    </section>
  )
}

function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
