import { formWords } from '@kabao/contract/kernel/form.words'
import { memo, type ReactNode, useRef, useState } from 'react'
import { CloseButton } from '../controls/close-button.ts'
import { TextInput } from '../controls/text-input.ts'
import type { Input, Looks } from '../form/input.ts'
import { useWords } from '../words/words.ts'

/** A text filter. Typing changes only this input; Enter or leaving the input hands the text over to the filters. */
export const TextFilter = memo(function TextFilter({
  name,
  value,
  onChange,
  error,
  label,
  placeholder,
}: Omit<Input<string | undefined>, 'error'> & Looks & { error?: ReactNode }) {
  const { t } = useWords(formWords)
  const [draft, setDraft] = useState(value ?? '')
  const [known, setKnown] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  if (known !== value) {
    setKnown(value)
    setDraft(value ?? '')
  }
  const commit = (text: string) => {
    // The same text again may be the end of a problem.
    if (text.trim() !== (value ?? '') || error) onChange(text.trim() || undefined)
  }
  return (
    <TextInput
      ref={input}
      label={label}
      name={name}
      placeholder={placeholder}
      autoComplete="off"
      maxLength={200}
      value={draft}
      error={error}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => commit(draft)}
      onKeyDown={(event) => event.key === 'Enter' && commit(draft)}
      rightSection={
        draft !== '' && (
          <CloseButton
            size="sm"
            variant="transparent"
            aria-label={`${t('clear')} ${label}`}
            onClick={() => {
              setDraft('')
              commit('')
              input.current?.focus()
            }}
          />
        )
      }
    />
  )
})
