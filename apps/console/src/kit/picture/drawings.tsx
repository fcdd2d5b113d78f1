import type { ReactNode } from 'react'
import classes from './drawings.module.css'
import type { PictureName } from './picture.tsx'

const { shadow, sheet, tint, accent, fill, line, faint } = classes

/** The drawings, each in a box of 140 × 100, in the colors of the theme. */
const drawings: Record<PictureName, ReactNode> = {
  /** An open tray with two cards above it. */
  empty: (
    <>
      <rect className={sheet} x="46" y="14" width="48" height="32" rx="4" transform="rotate(-8 70 30)" />
      <rect className={tint} x="46" y="22" width="48" height="32" rx="4" />
      <path className={accent} d="M54 32h18M54 40h10" />
      <path
        className={sheet}
        d="M34 52h22c2 0 3 1 4 3l2 5h16l2-5c1-2 2-3 4-3h22v26a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4z"
      />
    </>
  ),
  /** A list under a magnifying glass. */
  noMatch: (
    <>
      <rect className={sheet} x="34" y="14" width="60" height="68" rx="4" />
      <path className={faint} d="M44 28h40M44 40h26M44 52h18M44 64h14" />
      <circle className={tint} cx="86" cy="56" r="17" />
      <path className={accent} d="m98 68 12 12M80 56h12" />
    </>
  ),
  /** A window whose content is gone. */
  notFound: (
    <>
      <rect className={sheet} x="26" y="16" width="88" height="64" rx="5" />
      <path className={line} d="M26 30h88" />
      <path className={faint} d="M34 23h.1M41 23h.1M48 23h.1" />
      <circle className={tint} cx="70" cy="55" r="18" />
      <path className={accent} d="M64.5 50a5.5 5.5 0 1 1 8 5c-1.700 1-2.5 2-2.5 3.5M70 64h.1" />
    </>
  ),
  /** A shield with a lock. */
  refused: (
    <>
      <path
        className={sheet}
        d="M70 10c9 7 19 10 31 11v24c0 20-13 32-31 39-18-7-31-19-31-39V21c12-1 22-4 31-11z"
      />
      <rect className={tint} x="55" y="42" width="30" height="24" rx="4" />
      <path className={accent} d="M61 42v-6a9 9 0 0 1 18 0v6M70 52v5" />
    </>
  ),
  /** A server with a fault. */
  broken: (
    <>
      <rect className={sheet} x="30" y="16" width="70" height="28" rx="4" />
      <rect className={sheet} x="30" y="50" width="70" height="28" rx="4" />
      <path className={line} d="M40 30h.1M48 30h.1M40 64h.1M48 64h.1" />
      <path className={faint} d="M62 30h28M62 64h12" />
      <path className={tint} d="M95.5 48a3 3 0 0 1 5 0l15 26a3 3 0 0 1-2.5 4.5H83a3 3 0 0 1-2.5-4.5z" />
      <path className={accent} d="M98 58v8M98 72h.1" />
    </>
  ),
  /** A plug apart from its socket. */
  unreached: (
    <>
      <path className={line} d="M14 48h22M104 48h22" />
      <path className={sheet} d="M36 34h12a8 8 0 0 1 8 8v12a8 8 0 0 1-8 8H36z" />
      <path className={accent} d="M56 42h8M56 54h8" />
      <path className={tint} d="M104 34H92a8 8 0 0 0-8 8v12a8 8 0 0 0 8 8h12z" />
      <path className={faint} d="m70 24-4-8M76 24l4-8M70 72l-4 8M76 72l4 8" />
    </>
  ),
}

/** One drawing with the shadow that it stands on. */
export default function Drawing({ name }: { name: PictureName }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 140 100" aria-hidden>
      <ellipse className={shadow} cx="70" cy="88" rx="50" ry="6" />
      {drawings[name]}
      <circle className={fill} cx="22" cy="28" r="2" />
      <circle className={fill} cx="118" cy="22" r="2" />
    </svg>
  )
}
