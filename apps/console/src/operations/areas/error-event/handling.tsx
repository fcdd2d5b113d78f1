import { type ErrorEventDetail, errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { errorEventMachine } from '@kabao/contract/operations/error-event-machine'
import { useState } from 'react'
import { ActButtons, Checkbox, NumberField, useActs, useGuard, useProblems, useWords } from '#kit'
import classes from './detail.module.css'

/** The acts that the state of an error and the permission points allow, with what they agree on. */
export function Handling({ event }: { event: ErrorEventDetail }) {
  const { t } = useWords(errorEventWords)
  const [days, setDays] = useState<number | null>(null)
  const [times, setTimes] = useState<number | null>(null)
  const [untilRelease, setUntilRelease] = useState(false)
  const [problems, setProblems] = useProblems()
  useGuard(days !== null || times !== null)
  const acts = useActs(errorEventMachine, errorEvent, event, {
    refused: ({ fields }) => setProblems(fields ?? {}),
  })
  if (acts.names.length === 0) return null
  return (
    <div className={classes.form}>
      {acts.names.includes('resolve') && event.release !== '' && (
        <Checkbox
          label={t('field.untilRelease')}
          checked={untilRelease}
          error={problems.untilRelease}
          onChange={(changed) => setUntilRelease(changed.currentTarget.checked)}
        />
      )}
      {acts.names.includes('ignore') && (
        <>
          <NumberField
            name="days"
            label={t('field.days')}
            description={t('hint.forEver')}
            value={days}
            error={problems.days}
            onChange={setDays}
          />
          <NumberField
            name="times"
            label={t('field.times')}
            value={times}
            error={problems.times}
            onChange={setTimes}
          />
        </>
      )}
      <div className={classes.buttons}>
        <ActButtons
          acts={acts}
          special={{
            resolve: { input: untilRelease ? { untilRelease } : undefined },
            ignore: {
              variant: 'default',
              input: { ...(days !== null && { days }), ...(times !== null && { times }) },
            },
            reopen: { variant: 'default' },
          }}
        />
      </div>
    </div>
  )
}
