import { useState } from 'react'
import { Alert } from '../controls/alert.ts'
import { Button } from '../controls/button.ts'
import { Modal } from '../controls/modal.tsx'
import { TextInput } from '../controls/text-input.ts'
import { copyText } from '../copy.ts'
import { IconCheck, IconCopy } from '../icons.ts'
import { message } from '../message/message.ts'
import { ask } from './confirm.tsx'
import classes from './secret-once.module.css'

interface SecretOnceProps {
  title: string
  /** That it is shown only once, and what to do with it. */
  warning: string
  label: string
  secret: string
  texts: {
    copy: string
    copied: string
    failed: string
    done: string
    /** The question before it is closed without having been copied. */
    leave: { title: string; text: string; confirm: string; stay: string }
  }
  onClose: () => void
}

/** A generated secret, shown only once. Closing it without having copied it requires confirmation. */
export function SecretOnce({ title, warning, label, secret, texts, onClose }: SecretOnceProps) {
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)

  const copy = async () => {
    const isDone = await copyText(secret)
    setIsCopied(isDone)
    if (!isDone) message.error(texts.failed)
  }
  const close = async () => {
    if (isCopied) return onClose()
    setIsAsking(true)
    const { confirm, stay, ...question } = texts.leave
    const isSure = await ask({ ...question, action: confirm, otherwise: stay, isDanger: true })
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
      title={title}
      size={480}
    >
      <Alert color="orange" className={classes.warning}>
        {warning}
      </Alert>
      <div className={classes.secret}>
        <TextInput
          label={label}
          readOnly
          autoComplete="off"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
          classNames={{ input: classes.input as string }}
        />
        <Button
          variant="light"
          data-autofocus
          leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? texts.copied : texts.copy}
        </Button>
      </div>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{texts.done}</Button>
      </div>
    </Modal>
  )
}
