import { type Days, daysOfPreset, type Preset, presets } from '@kabao/contract/statistics/report/range'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { lazy, Suspense, useState } from 'react'
import { Popover } from '#kit/controls/popover.ts'
import { today } from '#kit/form/business-time.ts'
import { FakeInput } from '#kit/form/fake-input.tsx'
import classes from '#kit/form/form.module.css'
import { IconCalendarEvent } from '#kit/icons.ts'
import { useWords } from '#kit/words/words.ts'
import { daysText } from './period-text.ts'

const RangeDays = lazy(() => import('#kit/form/range-days.tsx'))

/** The days of a report: a preset, which moves with the day, or two days. */
export function RangeChoice({ preset, days, error, onChange }: RangeChoiceProps) {
  const { t } = useWords(reportPageWords)
  const { t: word } = useWords(reportWords)
  const [isOpen, setIsOpen] = useState(false)
  const { from, to } = preset ? daysOfPreset(preset, today()) : days
  const text = from === to ? from : daysText(from, to)
  const choose = (chosen: Parameters<typeof onChange>[0]) => {
    onChange(chosen)
    setIsOpen(false)
  }
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
            label={t('range')}
            text={preset ? `${word(`preset.${preset}`)} (${text})` : text}
            error={error}
            isOpen={isOpen}
            onOpen={() => setIsOpen((before) => !before)}
            end={<IconCalendarEvent size={14} aria-hidden className={classes.passive} />}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" tabIndex={-1} aria-label={t('range')}>
        <Suspense fallback={<div className={classes.pickerLoading} />}>
          {isOpen && (
            <RangeDays
              presets={presets.map((value) => ({ value, label: word(`preset.${value}`) }))}
              current={preset}
              onPreset={(chosen) => choose({ preset: chosen as Preset })}
              days={[from, to]}
              onDays={(first, last) => choose({ from: first, to: last })}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

interface RangeChoiceProps {
  /** Undefined if the reader has chosen two days. */
  preset: Preset | undefined
  days: Days
  error?: string | undefined
  onChange: (range: { preset: Preset } | Days) => void
}
