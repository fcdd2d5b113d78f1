import type { FileRow, FileUse } from '@kabao/contract/operations/file'
import { lazy, memo, Suspense } from 'react'
import { FakeInput } from './fake-input.tsx'
import type { Input, Looks } from './input.ts'

const UploadInput = lazy(() => import('./upload-input.tsx'))

export interface UploadFieldProps extends Input<readonly string[]>, Omit<Looks, 'placeholder'> {
  use: FileUse
  /** The most files in all; default: the most that one call may send. */
  most?: number
  /** Width by height: a chosen picture is cropped to it before it is sent. */
  cropTo?: number
  /** The rows of the files that the record already has. */
  known?: readonly FileRow[]
}

/** Files of a record: chosen, dropped or pasted. They are sent at once, and belong to the record when it is saved. */
export const UploadField = memo(function UploadField(props: UploadFieldProps) {
  return (
    <Suspense fallback={<FakeInput label={props.label} text="" isLoading />}>
      <UploadInput {...props} />
    </Suspense>
  )
})
