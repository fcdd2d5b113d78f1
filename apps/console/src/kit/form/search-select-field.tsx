import { formWords } from '@kabao/contract/form.words'
import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { Loader } from '../controls/loader.ts'
import { useWords } from '../words/words.ts'
import { foundBy, type OptionOf, type SearchEndpoint } from './found.ts'
import type { Input, Looks } from './input.ts'
import { useSelectValue } from './use-select-value.ts'

const pause = 250

/** One of many records, found by typing. */
export const SearchSelectField = memo(Field) as <E extends SearchEndpoint>(
  props: SearchSelectProps<E>,
) => React.JSX.Element

type SearchSelectProps<E extends SearchEndpoint> = Input<string | undefined> &
  Looks & {
    use: E
    /** Limits the found records, beside the keyword. */
    given?: Readonly<Record<string, string>>
    optionOf: OptionOf<E>
  }

function Field<E extends SearchEndpoint>({
  name,
  value,
  onChange,
  error,
  label,
  placeholder,
  description,
  use,
  given,
  optionOf,
}: SearchSelectProps<E>) {
  const { t } = useWords(formWords)
  const selected = useSelectValue(value)
  const [typed, setTyped] = useState('')
  const [isWanted, setIsWanted] = useState(false)
  const keyword = usePaused(typed)
  const found = useQuery({
    ...foundBy(use, optionOf, { ...given, ...(keyword && { keyword }) }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({ ...foundBy(use, optionOf, { id: value ?? '' }), enabled: value !== undefined })
  const options = [...(found.data ?? []), ...(chosen.data ?? [])]

  return (
    <Select
      name={name}
      label={label}
      description={description}
      placeholder={placeholder ?? t('search')}
      data={options.filter((option, at) => options.findIndex((each) => each.value === option.value) === at)}
      value={selected}
      onChange={(next) => onChange(next ?? undefined)}
      error={error}
      searchable
      onSearchChange={setTyped}
      onFocus={() => setIsWanted(true)}
      // The service has searched; its results are shown without another filter.
      filter={({ options: all, search }) =>
        all.filter(
          (option) =>
            'value' in option &&
            (option.value !== value ||
              search === '' ||
              option.label === search ||
              found.data?.some((each) => each.value === value)),
        )
      }
      clearable={value !== undefined}
      clearButtonProps={{ 'aria-label': `${t('clear')} ${label}`, tabIndex: 0 }}
      allowDeselect={false}
      nothingFoundMessage={t(found.isFetching ? 'loading' : 'nothingFound')}
      rightSection={found.isFetching ? <Loader size={14} /> : undefined}
      comboboxProps={{ transitionProps: { duration: 0 }, keepMounted: isWanted }}
    />
  )
}

/** The typed text, once the typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text.trim().slice(0, 60)), pause)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
