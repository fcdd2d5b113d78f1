import { Switch } from '#kit/controls/switch.ts'
import type { Input } from '#kit/form/input.ts'

/** Whether something is on. */
export const OnField = ({
  label,
  description,
  name,
  value,
  onChange,
}: Input<boolean> & { label: string; description?: string }) => (
  <Switch
    name={name}
    label={label}
    description={description}
    checked={value}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
