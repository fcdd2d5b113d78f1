import { formWords } from '@kabao/contract/kernel/form.words'
import { type FormEvent, useState } from 'react'
import { newKey } from '../call/new-key.ts'
import { Button } from '../controls/button.ts'
import { Modal } from '../controls/modal.tsx'
import { TextInput } from '../controls/text-input.ts'
import { formatNumber } from '../format.ts'
import { IconExclamationCircleFilled } from '../icons.ts'
import { useWords } from '../words/words.ts'
import type { Question } from './confirm.tsx'
import classes from './form.module.css'

/** Up to this many rows can be lost with one click. */
const fewRows = 20

/** A question; a dangerous one puts the focus on cancel, and may require that its number or the name of the act is typed first. */
export default function ConfirmDialog({
  title,
  text,
  facts,
  action,
  otherwise,
  isDanger,
  losesRows = 1,
  losesPersonalData,
  run,
  answer,
}: Question & { answer: (isYes: boolean) => void }) {
  const { t, language } = useWords(formWords)
  const [isRunning, setIsRunning] = useState(false)
  const [typed, setTyped] = useState('')
  const [key] = useState(newKey)
  const isTyping = losesPersonalData === true || losesRows > fewRows
  const wanted = losesRows > 1 ? formatNumber(losesRows, language) : action
  const isReady = !isTyping || plain(typed) === plain(wanted)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning || !isReady) return
    if (!run) return answer(true)
    setIsRunning(true)
    try {
      await run(key)
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
      {facts && <p className={classes.questionFacts}>{facts}</p>}
      {text && <p className={classes.questionText}>{text}</p>}
      <form onSubmit={(event) => void confirm(event)}>
        {isTyping && (
          <TextInput
            className={classes.questionInput}
            label={t('typeToConfirm', { text: wanted })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <div className={classes.buttons}>
          <Button
            variant="default"
            onClick={() => answer(false)}
            disabled={isRunning}
            data-autofocus={isDanger && !isTyping ? true : undefined}
          >
            {otherwise ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            color={isDanger ? 'red' : undefined}
            loading={isRunning}
            disabled={!isReady}
            data-autofocus={isDanger ? undefined : true}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Removes differences that do not matter: case, full-width characters, spaces, and commas in a number. */
const plain = (text: string) => text.normalize('NFKC').replace(/[\s,]/g, '').toLowerCase()
