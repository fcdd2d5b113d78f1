import { formWords } from '@kabao/contract/form.words'
import { Checkbox } from '../controls/checkbox.ts'
import { useWords } from '../words/words.ts'
import type { Input } from './input.ts'
import { TextField } from './text-field.tsx'

/** A text that may be stored already and is shown masked: empty keeps it, another text replaces it, null removes it. */
export function KeptField({
  stored,
  value,
  onChange,
  label,
  ...input
}: Input<string | null> & { label: string; stored: string | null }) {
  const { t } = useWords(formWords)
  return (
    <div>
      <TextField
        {...input}
        label={label}
        placeholder={stored === null ? undefined : t('kept.keep', { value: stored })}
        isDisabled={value === null}
        value={value ?? ''}
        onChange={onChange}
      />
      {stored !== null && (
        <Checkbox
          mt={6}
          size="xs"
          label={t('kept.remove', { value: stored })}
          checked={value === null}
          onChange={(event) => onChange(event.currentTarget.checked ? null : '')}
        />
      )}
    </div>
  )
}
