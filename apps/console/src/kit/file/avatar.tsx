import { lazy, Suspense } from 'react'
import classes from './avatar.module.css'

// Most administrators have no picture; then the code that shows one is not loaded.
const FileImage = lazy(async () => ({ default: (await import('./file-image.tsx')).FileImage }))

interface AvatarProps {
  /** The name of the administrator; its first character is shown if there is no picture. */
  name: string
  fileId: string | null
  /** In pixels, or `100%` of its container. */
  size?: number | '100%'
}

/** An administrator's picture. It is hidden from screen readers because it is shown beside the name. */
export function Avatar({ name, fileId, size = 32 }: AvatarProps) {
  const initial = <span>{[...name][0]?.toUpperCase()}</span>
  return (
    <span
      className={classes.avatar}
      style={{ width: size, height: size, ...(size !== '100%' && { fontSize: size * 0.44 }) }}
      aria-hidden
    >
      {fileId === null ? (
        initial
      ) : (
        <Suspense fallback={initial}>
          <FileImage id={fileId} alt="" isThumbnail fallback={initial} />
        </Suspense>
      )}
    </span>
  )
}
