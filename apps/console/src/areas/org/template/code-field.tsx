import { useId } from 'react'
import classes from './template.module.css'

interface CodeFieldProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  /** The problem with the text; its line is in the sentence. */
  error?: string | undefined
}

/** A text of code with numbered lines. */
export function CodeField({ name, label, value, onChange, error }: CodeFieldProps) {
  const id = useId()
  const lines = value.split('\n')
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.code} data-invalid={error !== undefined || undefined}>
        <pre aria-hidden className={classes.numbers}>
          {lines.map((_, at) => at + 1).join('\n')}
        </pre>
        <textarea
          id={id}
          name={name}
          value={value}
          rows={lines.length}
          cols={Math.max(20, ...lines.map(({ length }) => length + 2))}
          wrap="off"
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
