import { lazy, Suspense } from 'react'
import classes from './avatar.module.css'

// Most have none: then nothing is fetched that could show one.
const FileImage = lazy(async () => ({ default: (await import('./file-image.tsx')).FileImage }))

interface AvatarProps {
  /** Whose; the first character stands where there is no picture. */
  name: string
  fileId: string | null
  /** In pixels; or what it fills. */
  size?: number | '100%'
}

/** An administrator's picture. It stands beside his name, so it is not read out. */
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
