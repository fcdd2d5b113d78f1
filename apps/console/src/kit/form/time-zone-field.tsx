import '@mantine/core/styles/Combobox.layer.css'
import { formWords } from '@kabao/contract/kernel/form.words'
import { Select } from '@mantine/core'
import { memo } from 'react'
import { useWords } from '../words/words.ts'
import type { Input, Looks } from './input.ts'

let known: readonly string[] | undefined

const zones = () => {
  known ??= ['UTC', ...Intl.supportedValuesOf('timeZone')]
  return known
}

/** A time zone of the IANA database, found by typing a part of its name. */
export const TimeZoneField = memo(function TimeZoneField({
  name,
  value,
  onChange,
  error,
  label,
  description,
  isDisabled,
}: Input<string> & Looks) {
  const { t } = useWords(formWords)
  return (
    <Select
      name={name}
      label={label}
      description={description}
      data={[...new Set([value, ...zones()])]}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      error={error}
      disabled={isDisabled === true}
      searchable
      limit={60}
      allowDeselect={false}
      nothingFoundMessage={t('nothingFound')}
      checkIconPosition="right"
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  )
})
