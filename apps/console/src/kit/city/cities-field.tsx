import { formWords } from '@kabao/contract/kernel/form.words'
import { lazy, memo, Suspense, useId, useRef, useState } from 'react'
import { FakeInput } from '../form/fake-input.tsx'
import type { Input, Looks } from '../form/input.ts'
import { IconChevronDown } from '../icons.ts'
import { useWords } from '../words/words.ts'
import type { Cities } from './cities.ts'
import classes from './city.module.css'
import { useCitiesText } from './use-cities-text.ts'

const CitiesPicker = lazy(() => import('./cities-picker.tsx'))

const everywhere: Cities = []

interface CitiesFieldProps extends Omit<Input<Cities>, 'onChange'>, Omit<Looks, 'placeholder'> {
  onChange: (value: string[]) => void
  within?: Cities | undefined
}

/**
 * Cities by their six-digit codes, chosen one by one or by province; none means all that can be chosen.
 * @param within the cities that can be chosen; none means the whole country. A chosen city outside of them stays until it is removed.
 */
export const CitiesField = memo(function CitiesField({
  value,
  onChange,
  onBlur,
  error,
  label,
  description,
  isRequired,
  isDisabled,
  within = everywhere,
}: CitiesFieldProps) {
  const { t } = useWords(formWords)
  const say = useCitiesText()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
    onBlur?.()
  }
  return (
    <div>
      <FakeInput
        ref={button}
        label={label}
        description={description}
        isRequired={isRequired}
        isDisabled={isDisabled}
        error={error}
        text={say(value, within)}
        isOpen={isOpen}
        opens={id}
        onOpen={() => (isOpen ? close() : setIsOpen(true))}
        end={<IconChevronDown size={14} aria-hidden className={classes.passive} />}
      />
      {/* Below the field, not above the form: a dialog on a phone has no room for a list of its own. */}
      <div id={id} className={classes.below} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<div className={classes.loading}>{t('loading')}</div>}>
            <CitiesPicker label={label} value={value} onChange={onChange} within={within} onDone={close} />
          </Suspense>
        )}
      </div>
    </div>
  )
})
