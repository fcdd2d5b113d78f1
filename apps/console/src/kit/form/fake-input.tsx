import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Loader } from '../controls/loader.ts'
import type { Looks } from './input.ts'
import { tipOfCut } from './tip-of-cut.ts'

interface FakeInputProps
  extends Pick<Looks, 'label' | 'placeholder' | 'description' | 'isRequired' | 'isDisabled'> {
  text: string
  error?: string | undefined
  isLoading?: boolean
  onOpen?: () => void
  /** Shown at its right end. */
  end?: ReactNode
  isOpen?: boolean
  /** The id of what it opens below itself; by default it opens a dialog. */
  opens?: string
  ref?: React.Ref<HTMLButtonElement>
}

/** A button that looks like an input and opens something. */
export function FakeInput({
  label,
  placeholder,
  description,
  isRequired,
  isDisabled,
  text,
  error,
  isLoading,
  onOpen,
  end,
  isOpen,
  opens,
  ref,
}: FakeInputProps) {
  const id = useId()
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      withAsterisk={isRequired === true}
    >
      <Input
        component="button"
        type="button"
        id={id}
        ref={ref}
        pointer
        disabled={isDisabled === true}
        error={error !== undefined && error !== ''}
        aria-haspopup={opens === undefined ? 'dialog' : undefined}
        aria-controls={opens}
        aria-expanded={isOpen ?? false}
        // The label is the button's name, so its text would not be read.
        aria-description={text === '' ? undefined : text}
        rightSection={isLoading ? <Loader size={14} /> : end}
        rightSectionPointerEvents="all"
        onClick={onOpen}
        onMouseEnter={tipOfCut}
      >
        {text === '' ? <Input.Placeholder>{placeholder}</Input.Placeholder> : <span>{text}</span>}
      </Input>
    </Input.Wrapper>
  )
}
