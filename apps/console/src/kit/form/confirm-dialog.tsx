import { formWords } from '@kabao/contract/form.words'
import { useState } from 'react'
import { Button } from '../controls/button.ts'
import { Modal } from '../controls/modal.tsx'
import { IconExclamationCircleFilled } from '../icons.ts'
import { useWords } from '../words/words.ts'
import type { Question } from './confirm.tsx'
import classes from './form.module.css'

export default function ConfirmDialog({
  title,
  text,
  action,
  otherwise,
  isDanger,
  run,
  answer,
}: Question & { answer: (isYes: boolean) => void }) {
  const { t } = useWords(formWords)
  const [isRunning, setIsRunning] = useState(false)
  const confirm = async () => {
    if (isRunning) return
    if (!run) return answer(true)
    setIsRunning(true)
    try {
      await run()
      answer(true)
    } catch {
      // The error was shown; the reader decides whether to try again.
      setIsRunning(false)
    }
  }
  return (
    <Modal
      opened
      role="alertdialog"
      onClose={() => !isRunning && answer(false)}
      withCloseButton={false}
      size={420}
      zIndex={300}
      title={
        <span className={classes.question}>
          <IconExclamationCircleFilled
            size={20}
            aria-hidden
            className={isDanger ? classes.danger : classes.warning}
          />
          {title}
        </span>
      }
    >
      {text && <p className={classes.questionText}>{text}</p>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => answer(false)} disabled={isRunning}>
          {otherwise ?? t('cancel')}
        </Button>
        <Button
          color={isDanger ? 'red' : undefined}
          loading={isRunning}
          onClick={() => void confirm()}
          data-autofocus
        >
          {action}
        </Button>
      </div>
    </Modal>
  )
}
