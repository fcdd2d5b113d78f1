import { adminWords } from '@kabao/contract/admin.words'
import { Checkbox, type Input, TextField, useWords } from '#kit'

/** A text that may be stored already and is shown masked: empty keeps it, another text replaces it, null removes it. */
export function KeptField({
  stored,
  value,
  onChange,
  label,
  ...input
}: Input<string | null> & { label: string; stored: string | null }) {
  const { t } = useWords(adminWords)
  return (
    <div>
      <TextField
        {...input}
        label={label}
        placeholder={stored === null ? undefined : t('hint.keep', { value: stored })}
        isDisabled={value === null}
        value={value ?? ''}
        onChange={onChange}
      />
      {stored !== null && (
        <Checkbox
          mt={6}
          size="xs"
          label={t('hint.clear', { value: stored })}
          checked={value === null}
          onChange={(event) => onChange(event.currentTarget.checked ? null : '')}
        />
      )}
    </div>
  )
}
