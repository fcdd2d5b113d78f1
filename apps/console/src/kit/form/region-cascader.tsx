import '@mantine/core/styles/Cascader.layer.css'
import { formWords } from '@kabao/contract/form.words'
import { type Region, regionPath, regionTree } from '@kabao/region'
import { Cascader, type CascaderOption } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../words/words.ts'
import type { Input, Looks } from './input.ts'

let options: CascaderOption[] | undefined

/** Every place in China, by level or by typing its name. What is chosen counts when the list closes. */
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
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setPath(pathOf(value))
  }
  const isNarrow = window.matchMedia('(max-width: 576px)').matches
  const commit = (chosen: string[] | null) => {
    const code = chosen?.at(-1)
    if (code !== value) onChange(code)
  }
  return (
    <Cascader
      name={name}
      label={label}
      placeholder={placeholder}
      error={error}
      data={everyPlace()}
      value={path}
      onChange={(chosen) => {
        setPath(chosen)
        if (chosen === null || chosen.length === 3) commit(chosen)
      }}
      onDropdownClose={() => commit(path)}
      onClear={() => commit(null)}
      defaultDropdownOpened={isOpenAtFirst}
      autoFocus={isOpenAtFirst}
      changeOnSelect
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${t('clear')} ${label}`, tabIndex: 0 }}
      separator=" / "
      withColumns={!isNarrow}
      columnWidth={168}
      nothingFoundMessage={t('nothingFound')}
      previousLevelsControlLabel={t('region.previous')}
      nextLevelsControlLabel={t('region.next')}
      comboboxProps={{ transitionProps: { duration: 0 }, position: 'bottom-start' }}
    />
  )
}

type Props = Input<string | undefined> & Looks & { isOpenAtFirst: boolean }

function everyPlace(): CascaderOption[] {
  options ??= regionTree().map(asOption)
  return options
}

const pathOf = (code: string | undefined): string[] | null => {
  const path = code === undefined ? [] : regionPath(code).map(({ id }) => id)
  return path.length > 0 ? path : null
}

const asOption = ({ id, name, children }: Region): CascaderOption => ({
  value: id,
  label: name,
  ...(children && { children: children.map(asOption) }),
})
