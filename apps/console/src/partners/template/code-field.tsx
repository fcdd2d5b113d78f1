import { useId } from 'react'
import classes from './template.module.css'

interface CodeFieldProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  /** The problem with the text; its line is in the sentence. */
  error?: string | undefined
  /** Long lines are wrapped, and lines have no numbers: for texts that are mostly one line, such as a form. */
  isWrapped?: boolean
}

/** About how many characters a wrapped line has, for the height. */
const wrappedColumns = 64

/** A text of code with numbered lines. */
export function CodeField({ name, label, value, onChange, error, isWrapped = false }: CodeFieldProps) {
  const id = useId()
  const lines = value.split('\n')
  const wrappedRows = 1 + lines.reduce((sum, { length }) => sum + Math.ceil((length + 1) / wrappedColumns), 0)
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div
        className={classes.code}
        data-invalid={error !== undefined || undefined}
        data-wrapped={isWrapped || undefined}
      >
        {!isWrapped && (
          <pre aria-hidden className={classes.numbers}>
            {lines.map((_, index) => index + 1).join('\n')}
          </pre>
        )}
        <textarea
          id={id}
          name={name}
          value={value}
          rows={isWrapped ? wrappedRows : lines.length}
          cols={isWrapped ? 20 : Math.max(20, ...lines.map(({ length }) => length + 2))}
          wrap={isWrapped ? 'soft' : 'off'}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
