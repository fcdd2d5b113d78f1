import { formWords } from '@kabao/contract/kernel/form.words'
import { Checkbox } from '../controls/checkbox.ts'
import { useWords } from '../words/words.ts'
import type { Input, Looks } from './input.ts'
import { TextField } from './text-field.tsx'

/**
 * A text that may be stored already and that the reader does not see whole: empty keeps it, another text replaces it, null
 * removes it.
 * @param props.stored how the stored text is shown, for example masked; null if there is none
 */
export function KeptField({
  stored,
  value,
  onChange,
  placeholder,
  ...input
}: Input<string | null> & Looks & { stored: string | null }) {
  const { t } = useWords(formWords)
  return (
    <div>
      <TextField
        {...input}
        placeholder={stored === null ? placeholder : t('kept.keep', { value: stored })}
        isDisabled={value === null}
        value={value ?? ''}
        onChange={onChange}
      />
      {stored !== null && (
        <RemoveStored
          label={t('kept.remove', { value: stored })}
          isRemoved={value === null}
          onChange={(isRemoved) => onChange(isRemoved ? null : '')}
        />
      )}
    </div>
  )
}

interface RemoveStoredProps {
  label: string
  isRemoved: boolean
  onChange: (isRemoved: boolean) => void
}

/** Below the field of a stored value: removes it with the next save. */
export const RemoveStored = ({ label, isRemoved, onChange }: RemoveStoredProps) => (
  <Checkbox
    mt={6}
    size="xs"
    label={label}
    checked={isRemoved}
    onChange={({ currentTarget: { checked } }) => onChange(checked)}
  />
)
