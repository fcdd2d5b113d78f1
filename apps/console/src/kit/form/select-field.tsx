import '@mantine/core/styles/Combobox.layer.css'
import { formWords } from '@kabao/contract/kernel/form.words'
import { Select } from '@mantine/core'
import { memo, useState } from 'react'
import { useWords } from '../words/words.ts'
import type { Input, Looks } from './input.ts'
import type { Option } from './options.ts'
import { tipOfCut } from './tip-of-cut.ts'
import { useSelectValue } from './use-select-value.ts'

/** One of a few choices. Empty means no choice; a required field cannot be emptied. */
export const SelectField = memo(Field) as <V extends string>(props: SelectFieldProps<V>) => React.JSX.Element

type SelectFieldProps<V extends string> = Omit<Input<V | undefined>, 'onChange'> &
  Looks & {
    options: readonly Option<V>[]
    onChange: (value: never) => void
    /** The reader comes to the field: its choices are needed. */
    onWanted?: () => void
  }

function Field<V extends string>({
  name,
  value,
  onChange,
  error,
  onBlur,
  label,
  placeholder,
  description,
  isRequired,
  isDisabled,
  options,
  onWanted,
}: SelectFieldProps<V>) {
  const { t } = useWords(formWords)
  // The list of choices is mounted at the first use, because most inputs of a page are never used.
  const [isWanted, setIsWanted] = useState(false)
  const known = options.some((option) => option.value === value) ? value : undefined
  const chosen = useSelectValue(known)
  return (
    <Select
      name={name}
      label={label}
      description={description}
      placeholder={placeholder ?? t('choose')}
      data={options as unknown as Option[]}
      value={chosen}
      onChange={(next) => onChange((next ?? undefined) as never)}
      onFocus={() => {
        setIsWanted(true)
        onWanted?.()
      }}
      onBlur={onBlur}
      onMouseEnter={tipOfCut}
      error={error}
      withAsterisk={isRequired === true}
      disabled={isDisabled === true}
      allowDeselect={false}
      clearable={known !== undefined && !isRequired && !isDisabled}
      clearButtonProps={{ 'aria-label': `${t('clear')} ${label}`, tabIndex: 0 }}
      checkIconPosition="right"
      comboboxProps={{ transitionProps: { duration: 0 }, keepMounted: isWanted }}
    />
  )
}
