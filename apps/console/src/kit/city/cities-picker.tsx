import { cityWords } from '@kabao/contract/kernel/city.words'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../controls/button.ts'
import { CheckTree } from '../tree/check-tree.tsx'
import { useWords } from '../words/words.ts'
import { type Cities, cityTree, outsideNodes, wholeText } from './cities.ts'
import classes from './city.module.css'

interface CitiesPickerProps {
  label: string
  value: Cities
  onChange: (value: string[]) => void
  within: Cities
  onDone: () => void
}

/** The tree of provinces and cities. */
export default function CitiesPicker({ label, value, onChange, within, onDone }: CitiesPickerProps) {
  const words = useWords(cityWords)
  const { t } = words
  // Cities that can only be removed; they stay in sight after that, so that the focus stays where it is.
  const [outside] = useState(() =>
    within.length === 0 ? [] : value.filter((code) => !within.includes(code)),
  )
  const nodes = useMemo(
    () => [...outsideNodes(outside, words), ...cityTree(within)],
    [within, outside, words],
  )
  const picker = useRef<HTMLDivElement>(null)
  useEffect(() => {
    picker.current?.querySelector('input')?.focus()
    picker.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const whole = wholeText(words, within)
  return (
    <div ref={picker} className={classes.picker}>
      <CheckTree
        label={label}
        searchLabel={t('search')}
        description={t('none', { text: whole })}
        nodes={nodes}
        value={value}
        // By code, so that the same choice is always the same value.
        onChange={(codes) => onChange(codes.toSorted())}
      />
      <div className={classes.buttons}>
        <Button variant="default" disabled={value.length === 0} onClick={() => onChange([])}>
          {t('clear', { text: whole })}
        </Button>
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </div>
  )
}
