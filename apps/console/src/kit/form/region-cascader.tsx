import '@mantine/core/styles/Cascader.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { formWords } from '@kabao/contract/kernel/form.words'
import { type Region, regionPath, regionTree } from '@kabao/region'
import { Cascader, type CascaderOption } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../words/words.ts'
import type { Input, Looks } from './input.ts'

let places: CascaderOption[] | undefined

/** Every region in China, by level or by a typed name. The choice applies when the list closes. */
export default function RegionCascader({
  name,
  value,
  onChange,
  error,
  label,
  placeholder,
  isOpenAtFirst,
}: Props) {
  const { t } = useWords(formWords)
  const [path, setPath] = useState(() => pathOf(value))
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const [search, setSearch] = useState('')
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setPath(pathOf(value))
  }
  // The input shows the chosen region as if its name had been typed.
  const isSearch = search !== '' && plain(search) !== namesOf(path)
  const isNarrow = window.matchMedia('(max-width: 576px)').matches
  const commit = (chosen: string[] | null) => {
    const code = chosen?.at(-1)
    // A former region is shown as that of today, and stays until another one is chosen.
    if (code !== (pathOf(value)?.at(-1) ?? value)) onChange(code)
  }
  return (
    <Cascader
      name={name}
      label={label}
      placeholder={placeholder}
      error={error}
      data={everyPlace()}
      value={path}
      onChange={(chosen, options) => {
        setPath(chosen)
        // A region with regions below it may be only a step on the way; a search ends at its result.
        if (chosen !== null && options.at(-1)?.children && !isSearch) return
        setIsOpen(false)
        commit(chosen)
      }}
      onSearchChange={setSearch}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => {
        setIsOpen(false)
        commit(path)
      }}
      onClear={() => commit(null)}
      autoFocus={isOpenAtFirst}
      changeOnSelect
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${t('clear')} ${label}`, tabIndex: 0 }}
      separator="/"
      withColumns={!isNarrow}
      columnWidth={168}
      nothingFoundMessage={t('nothingFound')}
      previousLevelsControlLabel={t('region.previous')}
      nextLevelsControlLabel={t('region.next')}
      scrollAreaProps={{ 'aria-label': label }}
      comboboxProps={{ transitionProps: { duration: 0 }, position: 'bottom-start', width: 'max-content' }}
    />
  )
}

type Props = Input<string | undefined> & Looks & { isOpenAtFirst: boolean }

function everyPlace(): CascaderOption[] {
  places ??= regionTree().map(asOption)
  return places
}

const pathOf = (code: string | undefined): string[] | null => {
  const path = code === undefined ? [] : regionPath(code).map(({ id }) => id)
  return path.length > 0 ? path : null
}

const plain = (text: string) => text.replace(/\s/g, '')
const namesOf = (path: string[] | null) =>
  plain(
    regionPath(path?.at(-1) ?? '')
      .map(({ name }) => name)
      .join('/'),
  )

const asOption = ({ id, name, children }: Region): CascaderOption => ({
  value: id,
  label: name,
  ...(children && { children: children.map(asOption) }),
})
