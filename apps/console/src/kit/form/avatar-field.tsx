import { lazy, memo, Suspense } from 'react'
import { Avatar } from '../file/avatar.tsx'
import type { Input, Looks } from './input.ts'

const AvatarInput = lazy(() => import('./avatar-input.tsx'))

export interface AvatarFieldProps extends Input<string | null>, Pick<Looks, 'label' | 'isDisabled'> {
  /** Whose picture it is; his first character stands where there is none. */
  of: string
}

/** The picture of an administrator: chosen, dropped or pasted, seen at once, his when the form is saved. */
export const AvatarField = memo(function AvatarField(props: AvatarFieldProps) {
  return (
    <Suspense fallback={<Avatar name={props.of} fileId={null} size={72} />}>
      <AvatarInput {...props} />
    </Suspense>
  )
})
