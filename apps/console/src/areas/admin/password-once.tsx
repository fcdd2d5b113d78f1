import type { MadePassword } from '@kabao/contract/admin'
import { adminWords } from '@kabao/contract/admin.words'
import { useState } from 'react'
import { Alert, ask, Button, copyText, IconCheck, IconCopy, Modal, message, TextInput, useWords } from '#kit'
import classes from './password-once.module.css'

/** A generated password, shown only once. Closing it without having copied it requires confirmation. */
export default function PasswordOnce({ made, onClose }: { made: MadePassword; onClose: () => void }) {
  const { t } = useWords(adminWords)
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const { username } = made.admin

  const copy = async () => {
    const isDone = await copyText(made.password)
    setIsCopied(isDone)
    if (!isDone) message.error(t('once.failed'))
  }
  const close = async () => {
    if (isCopied) return onClose()
    setIsAsking(true)
    const isSure = await ask({
      title: t('once.leave.title'),
      text: t('once.leave.text'),
      action: t('once.leave.confirm'),
      otherwise: t('once.leave.stay'),
      isDanger: true,
    })
    setIsAsking(false)
    if (isSure) onClose()
  }

  return (
    <Modal
      opened
      onClose={() => void close()}
      closeOnClickOutside={false}
      closeOnEscape={!isAsking}
      withCloseButton={false}
      title={t('once.title', { username })}
      size={480}
    >
      <Alert color="orange" className={classes.warning}>
        {t('once.text')}
      </Alert>
      <div className={classes.password}>
        <TextInput
          label={t('once.label')}
          readOnly
          autoComplete="off"
          value={made.password}
          onFocus={(event) => event.currentTarget.select()}
          classNames={{ input: classes.input as string }}
        />
        <Button
          variant="light"
          data-autofocus
          leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => void copy()}
        >
          {t(isCopied ? 'once.copied' : 'once.copy')}
        </Button>
      </div>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('once.done')}</Button>
      </div>
    </Modal>
  )
}
