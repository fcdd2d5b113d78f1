import { listWords } from '@kabao/contract/kernel/list.words'
import classes from './controls/icon-button.module.css'
import { copyText } from './copy.ts'
import { IconCopy } from './icons.ts'
import { message } from './message/message.ts'
import { useWords } from './words/words.ts'

/**
 * Copies a text to the clipboard, and says whether it worked.
 * @param name what the button calls the text; default: the text itself
 */
export function CopyButton({ text, name = text }: { text: string; name?: string }) {
  const { t } = useWords(listWords)
  const copy = async () => {
    if (await copyText(text)) message.success(t('copy.done'))
    else message.error(t('copy.failed'))
  }
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={t('copy.action', { value: name })}
      onClick={() => void copy()}
    >
      <IconCopy size={14} aria-hidden />
    </button>
  )
}
