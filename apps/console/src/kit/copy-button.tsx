import { listWords } from '@kabao/contract/list.words'
import classes from './controls/icon-button.module.css'
import { copyText } from './copy.ts'
import { IconCopy } from './icons.ts'
import { message } from './message/message.ts'
import { useWords } from './words/words.ts'

/** Copies a text to the clipboard, and says whether it worked. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useWords(listWords)
  const copy = async () => {
    if (await copyText(text)) message.success(t('copy.done'))
    else message.error(t('copy.failed'))
  }
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={t('copy.action', { value: text })}
      onClick={() => void copy()}
    >
      <IconCopy size={14} aria-hidden />
    </button>
  )
}
