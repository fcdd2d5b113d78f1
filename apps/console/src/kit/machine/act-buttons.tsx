import { inLanguage } from '@kabao/contract/kernel/language'
import type { ActInput, ActOf, Machine } from '@kabao/contract/kernel/machine'
import { Button } from '../controls/button.ts'
import { useLanguage } from '../words/words.ts'
import { type Acts, actIn } from './use-acts.ts'

/** How the button of one act differs from the others. */
interface Special<M extends Machine> {
  label?: string | undefined
  variant?: 'default'
  disabled?: boolean
  /** The fields that are sent with the version. */
  input?: ActInput<M> | undefined
  /** Makes the button submit the form around it; the form does the act. */
  isSubmit?: true
}

/** A button for each act that is possible on a row now, labeled with the act. */
export function ActButtons<M extends Machine>({
  acts: { machine, names, pending, run },
  special = {},
}: {
  acts: Acts<M>
  special?: { [A in ActOf<M>]?: Special<M> }
}) {
  const language = useLanguage()
  return names.map((name) => {
    const { button, isDanger } = actIn(machine, name)
    const { label, variant, disabled, input, isSubmit }: Special<M> = special[name] ?? {}
    return (
      <Button
        key={name}
        variant={isDanger ? 'light' : variant}
        color={isDanger ? 'red' : undefined}
        disabled={disabled}
        loading={pending === name}
        {...(isSubmit ? { type: 'submit' as const } : { onClick: () => void run(name, input) })}
      >
        {label ?? inLanguage(button, language)}
      </Button>
    )
  })
}
