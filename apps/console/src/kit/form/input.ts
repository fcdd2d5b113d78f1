/** The properties of every input, in a list's filter and in a form's field alike. */
export interface Input<V> {
  name: string
  value: V
  onChange: (value: V) => void
  /** The problem with the value, in the reader's language. */
  error?: string | undefined
  /** Called when the focus leaves the input. */
  onBlur?: (() => void) | undefined
}

/** The label and the style of an input. */
export interface Looks {
  label: string
  placeholder?: string | undefined
  description?: string | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
}
