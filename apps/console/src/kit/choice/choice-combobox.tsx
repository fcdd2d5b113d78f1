import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { Choice } from '@kabao/contract/kernel/choice'
import { choiceWords } from '@kabao/contract/kernel/choice.words'
import { formWords } from '@kabao/contract/kernel/form.words'
import { Combobox, InputBase, Pill, PillsInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { Loader } from '../controls/loader.ts'
import { VisuallyHidden } from '../controls/visually-hidden.ts'
import { useWords } from '../words/words.ts'
import classes from './choice.module.css'
import type { AtFirst, ChoiceComboboxProps } from './choice-field.tsx'
import { ChoiceList, optionId } from './choice-list.tsx'
import { choiceText } from './choices-query.ts'
import { rememberChoice } from './recent.ts'
import { useChoices } from './use-choices.ts'

/**
 * A combobox with a list that the service searches (WAI-ARIA: editable combobox with list autocomplete). While a typed text has
 * results, the first is active, so that Enter chooses it; results of an earlier text cannot be chosen by a key.
 */
export default function ChoiceCombobox({
  name,
  values,
  onChange,
  onBlur,
  error,
  label,
  placeholder,
  description,
  isRequired = false,
  isDisabled = false,
  use,
  given,
  isMultiple = false,
  isFilter = false,
  isFocusedAtFirst,
  typedAtFirst,
  before,
}: ChoiceComboboxProps & AtFirst) {
  const { t } = useWords(formWords)
  const own = useWords(choiceWords)
  const id = useId()
  const store = useCombobox()
  const isOpen = store.dropdownOpened && !isDisabled
  const [typed, setTyped] = useState<string | null>(typedAtFirst || null)
  const [isFirstField] = useState(() => before.current?.hasAttribute('data-autofocus') === true)
  // The option that the arrow keys have reached.
  const [reached, setReached] = useState<string | null>(null)
  // What the form held at first may be kept and chosen again, even if it is disabled.
  const [stored] = useState(values)
  const choices = useChoices(use, { values, typed: typed ?? '', isOpen, given })
  const mayChoose = (choice: Choice) =>
    isFilter || choice.status === 'enabled' || stored.includes(choice.id) || values.includes(choice.id)

  const isSettled = choices.state === 'settled'
  const shown = choices.state === 'failed' ? [] : [...choices.recent, ...choices.others]
  const reachable = isSettled ? shown.filter(mayChoose).map((choice) => choice.id) : []
  const first = (typed ?? '').trim() === '' ? undefined : reachable[0]
  const active = reached !== null && reachable.includes(reached) ? reached : first

  const open = () => store.openDropdown()
  const close = () => {
    store.closeDropdown()
    setTyped(null)
    setReached(null)
  }
  const type = (text: string) => {
    setTyped(text)
    setReached(null)
    open()
  }
  const choose = (value: string) => {
    const isChosen = values.includes(value)
    if (!isChosen) rememberChoice(use.choosing, value)
    if (!isMultiple) {
      if (!isChosen) onChange([value])
      close()
      return
    }
    onChange(isChosen ? values.filter((each) => each !== value) : [...values, value])
    setTyped(null)
  }
  const remove = (value: string) => onChange(values.filter((each) => each !== value))

  const move = (step: 1 | -1) => {
    if (!isOpen) return open()
    const at = active === undefined ? -1 : reachable.indexOf(active)
    const next = at === -1 && step === -1 ? reachable.length - 1 : at + step
    setReached(reachable[(next + reachable.length) % reachable.length] ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and the arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
        event.preventDefault()
        return move(1)
      case 'ArrowUp':
        event.preventDefault()
        return move(-1)
      case 'Enter': {
        // Without a choice to make, Enter submits the form, unless a search is under way.
        if (!isOpen || (active === undefined && typed === null)) return
        event.preventDefault()
        if (choices.state === 'failed') choices.tryAgain()
        else if (active !== undefined) choose(active)
        return
      }
      case 'Escape':
        return close()
      case 'Backspace':
        if (isMultiple && !typed && values.length > 0) remove(values.at(-1) as string)
    }
  }

  const nameOf = (value: string) => {
    const choice = choices.chosen.find((each) => each.id === value)
    if (choice) return choiceText(choice)
    // A record that was deleted, or that the reader may not see, has no name here.
    return choices.isChosenLoading ? '…' : `#${value}`
  }
  const field = {
    id,
    name,
    placeholder: values.length > 0 && isMultiple ? undefined : (placeholder ?? t('search')),
    disabled: isDisabled,
    autoFocus: isFocusedAtFirst,
    'data-autofocus': isFirstField || undefined,
    autoComplete: 'off',
    role: 'combobox' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-autocomplete': 'list' as const,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-list` : undefined,
    'aria-activedescendant': isOpen && active !== undefined ? optionId(id, active) : undefined,
    // An open list takes the Escape key for itself; a closed one leaves it to the dialog around it.
    'data-mantine-stop-propagation': isOpen || undefined,
    onChange: (event: { currentTarget: HTMLInputElement }) => type(event.currentTarget.value),
    // The list would cover the sentence below the field, to which a refusal has put the focus.
    onFocus: () => error === undefined && open(),
    onClick: open,
    onBlur: () => {
      close()
      onBlur?.()
    },
    onKeyDown,
  }
  const isClearable = values.length > 0 && !isRequired && !isDisabled
  const looks = {
    label,
    description,
    error,
    withAsterisk: isRequired,
    rightSectionPointerEvents: isClearable ? ('all' as const) : ('none' as const),
    rightSection: isClearable ? (
      <Combobox.ClearButton
        tabIndex={0}
        // The library hides it by default, although the Tab key reaches it.
        aria-hidden={false}
        aria-label={`${t('clear')} ${label}`}
        onClear={() => {
          onChange([])
          close()
        }}
      />
    ) : isOpen && choices.state === 'loading' ? (
      <Loader size={14} />
    ) : (
      <Combobox.Chevron />
    ),
  }
  const only = values[0]
  return (
    <Combobox
      store={store}
      onOptionSubmit={(value) => choose(value)}
      resetSelectionOnOptionHover={false}
      transitionProps={{ duration: 0 }}
      position="bottom-start"
      classNames={{ dropdown: classes.dropdown as string }}
    >
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        {isMultiple ? (
          <PillsInput
            {...looks}
            id={id}
            disabled={isDisabled}
            classNames={{ input: isFilter ? classes.filter : undefined }}
          >
            <Pill.Group>
              {values.map((value) => (
                <Pill
                  key={value}
                  withRemoveButton={!isDisabled}
                  onRemove={() => remove(value)}
                  removeButtonProps={{
                    'aria-label': own.t('remove', { name: nameOf(value) }),
                    'aria-hidden': false,
                    tabIndex: 0,
                  }}
                >
                  {nameOf(value)}
                </Pill>
              ))}
              <PillsInput.Field {...field} value={typed ?? ''} />
            </Pill.Group>
          </PillsInput>
        ) : (
          <InputBase {...looks} {...field} value={typed ?? (only === undefined ? '' : nameOf(only))} />
        )}
      </Combobox.Target>
      <Combobox.Dropdown>
        <ChoiceList
          id={id}
          label={label}
          choices={choices}
          values={values}
          active={active}
          mayChoose={mayChoose}
          onReach={setReached}
        />
      </Combobox.Dropdown>
      <VisuallyHidden role="status">{isOpen ? saidOf() : ''}</VisuallyHidden>
    </Combobox>
  )

  function saidOf(): string {
    if (choices.state === 'failed') return own.t('failed')
    if (!isSettled) return t('loading')
    return shown.length === 0 ? t('nothingFound') : own.t('count', { count: shown.length })
  }
}
