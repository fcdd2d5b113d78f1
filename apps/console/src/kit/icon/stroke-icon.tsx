import type { Icon } from '@tabler/icons-react'
import type { CSSProperties, SVGAttributes } from 'react'
import classes from './stroke-icon.module.css'

export interface StrokeIconProps {
  icon: Icon
  /** Pixels, or any CSS length. */
  size?: number | string
  /** On a view box of 48 × 48. */
  strokeWidth?: number
  lineCap?: 'butt' | 'round' | 'square'
  lineJoin?: 'arcs' | 'bevel' | 'miter' | 'miter-clip' | 'round'
  /** Degrees, clockwise. */
  rotate?: number
  /** Spins continuously, unless the reader prefers reduced motion. */
  spin?: boolean
  /** The meaning of the icon, if no text beside it says so. */
  label?: string
}

/** An icon with the display options of docs/specification/other-pages.md. */
export function StrokeIcon({
  icon: Drawn,
  size = '1em',
  strokeWidth = 4,
  lineCap = 'butt',
  lineJoin = 'miter',
  rotate,
  spin = false,
  label,
}: StrokeIconProps) {
  const style: CSSProperties | undefined = rotate === undefined ? undefined : { rotate: `${rotate}deg` }
  return (
    <Drawn
      size={size}
      // The icon set has a view box of 24 × 24.
      stroke={strokeWidth / 2}
      strokeLinecap={lineCap}
      // React's types know three of the five values; a browser that does not know a value draws a mitre join.
      strokeLinejoin={lineJoin as SVGAttributes<SVGElement>['strokeLinejoin']}
      className={spin ? classes.spin : undefined}
      style={style}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  )
}
