/** What every input takes, from a filter of a list and from a field of a form alike. */
export interface Input<V> {
  name: string
  value: V
  onChange: (value: V) => void
  /** What is wrong with the value, in the reader's language. */
  error?: string | undefined
  /** The reader has left the input. */
  onBlur?: (() => void) | undefined
}

/** What an input is called, and how it looks, wherever it stands. */
export interface Looks {
  label: string
  placeholder?: string | undefined
  description?: string | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
}
