import { readNumber } from '@kabao/contract/kernel/number-text'
import { settingsWords } from '@kabao/contract/operations/settings.words'
import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react'
import { TextInput, useWords } from '#kit'
import classes from './drawer.module.css'
import { change, useSettings } from './store.ts'

/** The width of the menu in pixels. It applies when the field loses the focus, at Enter and at a step, not at every key. */
export function MenuWidth() {
  const { t } = useWords(settingsWords)
  const id = useId()
  const menuWidth = useSettings((settings) => settings.menuWidth)
  const [draft, setDraft] = useState<string | null>(null)

  // An invalid width is discarded (docs/specification/frame.md).
  const commit = (text: string) => {
    const read = readNumber('whole', text, { min: 1 })
    if ('value' in read && read.value !== null) change({ menuWidth: read.value })
    setDraft(null)
  }
  const follow = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isTyped = (nativeEvent as InputEvent).inputType
    if (isTyped) setDraft(currentTarget.value)
    else commit(currentTarget.value)
  }
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit(event.currentTarget.value)
  }
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{t('menuWidth')}</label>
      <TextInput
        id={id}
        type="number"
        size="xs"
        w={80}
        min={1}
        value={draft ?? String(menuWidth)}
        onChange={follow}
        onKeyDown={onEnter}
        onBlur={() => draft !== null && commit(draft)}
      />
    </div>
  )
}
