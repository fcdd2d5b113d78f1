import { formWords } from '@kabao/contract/form.words'
import { lazy, memo, Suspense, useState } from 'react'
import { Popover } from '../controls/popover.ts'
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
  const [isOpen, setIsOpen] = useState(false)
  const setOpen = (next: boolean) => {
    setIsOpen(next)
    if (!next) onBlur?.()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      // The input inside the target has the ARIA attributes itself.
      withRoles={false}
    >
      <Popover.Target>
        <div>
          <FakeInput
            label={label}
            description={description}
            isRequired={isRequired}
            isDisabled={isDisabled}
            error={error}
            text={say(value, within)}
            isOpen={isOpen}
            onOpen={() => setOpen(!isOpen)}
            end={<IconChevronDown size={14} aria-hidden className={classes.passive} />}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        tabIndex={-1}
        aria-label={label}
        className={classes.dropdown as string}
        // The Escape key closes the choice, not the dialog around it.
        data-mantine-stop-propagation
      >
        <Suspense fallback={<div className={classes.loading}>{t('loading')}</div>}>
          {isOpen && (
            <CitiesPicker
              label={label}
              value={value}
              onChange={onChange}
              within={within}
              onDone={() => setOpen(false)}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
})
