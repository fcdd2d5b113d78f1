import { useId } from 'react'
import { createPortal } from 'react-dom'
import { formatInstant } from '#kit/format.ts'
import { readUser, useUserName } from '#kit/session/session.ts'
import { useLanguage } from '#kit/words/words.ts'
import { useNow } from './now.ts'
import classes from './watermark.module.css'

const minute = 60_000

/** Who looks, and when, faintly all over the page and on paper. It takes no clicks. */
export function Watermark() {
  const language = useLanguage()
  const name = useUserName()
  const id = useId()
  const at = new Date(Math.floor(useNow() / minute) * minute).toISOString()
  const who = [name, readUser()?.username].filter(Boolean).join(' · ')
  return createPortal(
    <svg className={classes.watermark} aria-hidden data-watermark width="100%" height="100%">
      <defs>
        <pattern
          id={id}
          width="260"
          height="150"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-20)"
        >
          <text x="12" y="60">
            {who}
          </text>
          <text x="12" y="80">
            {formatInstant(at, language).slice(0, -3)}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>,
    document.body,
  )
}
