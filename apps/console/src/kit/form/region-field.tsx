import { formWords } from '@kabao/contract/kernel/form.words'
import { lazy, memo, Suspense, useState } from 'react'
import { IconChevronDown } from '../icons.ts'
import { useWords } from '../words/words.ts'
import { FakeInput } from './fake-input.tsx'
import type { Input, Looks } from './input.ts'

// The list of all regions is as large as the rest of a page, so it is fetched when the field is first used.
const RegionCascader = lazy(() => import('./region-cascader.tsx'))

/** A province, a city or a district. */
export const RegionField = memo(function RegionField(props: Input<string | undefined> & Looks) {
  const { t } = useWords(formWords)
  const [isWanted, setIsWanted] = useState(false)
  const placeholder = props.placeholder ?? t('region.placeholder')
  const waiting = (isLoading: boolean) => (
    <FakeInput
      label={props.label}
      placeholder={placeholder}
      error={props.error}
      text={props.value === undefined ? '' : props.value}
      isLoading={isLoading}
      end={<IconChevronDown size={14} aria-hidden />}
      onOpen={() => setIsWanted(true)}
    />
  )
  if (!isWanted && props.value === undefined) return waiting(false)
  return (
    <Suspense fallback={waiting(true)}>
      <RegionCascader {...props} placeholder={placeholder} isOpenAtFirst={isWanted} />
    </Suspense>
  )
})
