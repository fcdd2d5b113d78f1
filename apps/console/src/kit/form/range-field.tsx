import { formWords } from '@kabao/contract/kernel/form.words'
import { lazy, memo, Suspense, useState } from 'react'
import { CloseButton } from '../controls/close-button.ts'
import { Popover } from '../controls/popover.ts'
import { IconCalendarEvent } from '../icons.ts'
import { useWords } from '../words/words.ts'
import { daysOf, type Range } from './business-time.ts'
import { FakeInput } from './fake-input.tsx'
import classes from './form.module.css'
import type { Input, Looks } from './input.ts'

const RangePicker = lazy(() => import('./range-picker.tsx'))

/** From one day to another, both included; in business days, whatever the reader's own time zone is. */
export const DateRangeField = memo(function DateRangeField({
  value,
  onChange,
  error,
  label,
  placeholder,
}: Input<Range> & Looks) {
  const { t } = useWords(formWords)
  const [isOpen, setIsOpen] = useState(false)
  const [first, last] = daysOf(value)
  const isSet = first !== null || last !== null
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
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
            placeholder={placeholder ?? t('range.placeholder')}
            error={error}
            text={isSet ? `${first ?? ''} ~ ${last ?? ''}` : ''}
            isOpen={isOpen}
            onOpen={() => setIsOpen((before) => !before)}
            end={
              isSet ? (
                <CloseButton
                  size="sm"
                  variant="transparent"
                  aria-label={`${t('clear')} ${label}`}
                  onClick={() => onChange([undefined, undefined])}
                />
              ) : (
                <IconCalendarEvent size={14} aria-hidden className={classes.passive} />
              )
            }
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" tabIndex={-1} aria-label={label}>
        <Suspense fallback={<div className={classes.pickerLoading}>{t('loading')}</div>}>
          {isOpen && (
            <RangePicker
              value={value}
              onChange={(range) => {
                onChange(range)
                setIsOpen(false)
              }}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
})
