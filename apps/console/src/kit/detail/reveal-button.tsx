import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { Button } from '../controls/button.ts'
import { IconEye, IconEyeOff } from '../icons.ts'
import type { useReveal } from '../list/use-reveal.ts'
import { Can } from '../session/permission.tsx'
import { Countdown } from './countdown.tsx'

/** Reveals one record and masks it again, and counts down while it is shown; only for an administrator who may reveal. */
export function RevealButton<E extends Endpoint>({ use, id, of, labels, describedBy }: RevealButtonProps<E>) {
  const shown = of.revealed?.id === id ? of.revealed : null
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <Can use={use}>
      <Button
        size="xs"
        variant="default"
        loading={of.isPending}
        leftSection={<Icon size={14} aria-hidden />}
        rightSection={shown && <Countdown until={shown.until} />}
        aria-describedby={describedBy}
        onClick={() => (shown ? of.hide() : of.reveal(id))}
      >
        {shown ? labels.hide : labels.reveal}
      </Button>
    </Can>
  )
}

interface RevealButtonProps<E extends Endpoint> {
  use: E
  id: string
  of: ReturnType<typeof useReveal<E>>
  labels: { reveal: string; hide: string }
  /** The id of the element that describes the button. */
  describedBy?: string
}
