import { lazy, memo, Suspense } from 'react'
import { Avatar } from '../file/avatar.tsx'
import type { Input, Looks } from './input.ts'

const AvatarInput = lazy(() => import('./avatar-input.tsx'))

export interface AvatarFieldProps extends Input<string | null>, Pick<Looks, 'label' | 'isDisabled'> {
  /** The name of the administrator; its first character is shown if there is no picture. */
  of: string
}

/** The picture of an administrator: chosen, dropped or pasted, shown at once, and stored for the account when the form is saved. */
export const AvatarField = memo(function AvatarField(props: AvatarFieldProps) {
  return (
    <Suspense fallback={<Avatar name={props.of} fileId={null} size={72} />}>
      <AvatarInput {...props} />
    </Suspense>
  )
})
