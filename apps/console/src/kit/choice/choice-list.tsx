import type { Choice } from '@kabao/contract/kernel/choice'
import { choiceWords } from '@kabao/contract/kernel/choice.words'
import { formWords } from '@kabao/contract/kernel/form.words'
import { Combobox } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Badge } from '../controls/badge.ts'
import { IconCheck } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './choice.module.css'
import type { Choices } from './use-choices.ts'

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (list: string, value: string): string => `${list}-${value}`

/** The list of a choice combobox: the recent choices first, or the results, or the state of the search. */
export function ChoiceList({
  id,
  label,
  choices,
  values,
  active,
  mayChoose,
  onReach,
}: {
  id: string
  label: string
  choices: Choices
  values: readonly string[]
  active: string | undefined
  mayChoose: (choice: Choice) => boolean
  onReach: (id: string) => void
}) {
  const { t } = useWords(formWords)
  const own = useWords(choiceWords)
  const { recent, others, state, isCut, tryAgain } = choices
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active !== undefined)
      list.current?.querySelector(`[id="${optionId(id, active)}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, active])

  const option = (choice: Choice) => (
    <Combobox.Option
      key={choice.id}
      id={optionId(id, choice.id)}
      value={choice.id}
      className={classes.option as string}
      selected={choice.id === active}
      active={values.includes(choice.id)}
      aria-selected={values.includes(choice.id)}
      disabled={!mayChoose(choice)}
      onMouseMove={() => state === 'settled' && onReach(choice.id)}
    >
      <span className={classes.names}>
        <span>{choice.name}</span>
        {[choice.hint, choice.code].map((text) => text && <small key={text}>{text}</small>)}
      </span>
      {choice.status === 'disabled' && <Badge color="gray">{own.t('disabled')}</Badge>}
      {values.includes(choice.id) && <IconCheck size={14} aria-hidden className={classes.check} />}
    </Combobox.Option>
  )
  const isEmpty = recent.length + others.length === 0
  return (
    <>
      <Combobox.Options
        ref={list}
        id={`${id}-list`}
        aria-label={label}
        aria-busy={state === 'loading'}
        className={classes.list as string}
      >
        {state !== 'failed' && recent.length > 0 && (
          <Combobox.Group label={own.t('recent')}>{recent.map(option)}</Combobox.Group>
        )}
        {state !== 'failed' &&
          others.length > 0 &&
          (recent.length > 0 ? (
            <Combobox.Group label={own.t('others')}>{others.map(option)}</Combobox.Group>
          ) : (
            others.map(option)
          ))}
      </Combobox.Options>
      {state === 'failed' && (
        // Keeps the focus in the input, where Enter tries again too.
        <button
          type="button"
          className={classes.again}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={tryAgain}
        >
          {own.t('failed')}
        </button>
      )}
      {state !== 'failed' && isEmpty && (
        <Combobox.Empty>{t(state === 'loading' ? 'loading' : 'nothingFound')}</Combobox.Empty>
      )}
      {state === 'settled' && isCut && <Combobox.Footer>{own.t('cut')}</Combobox.Footer>}
    </>
  )
}
