import encodeQR from 'qr'
import { useMemo } from 'react'
import classes from './qr-code.module.css'

/** The width of the light border that a scanner needs, in modules. Source: ISO/IEC 18004, 6.3.8. */
const border = 4

/**
 * A text as a QR code, drawn as one path, without an image or inline style. A page loads it where it is shown.
 * @param label what the code is for
 */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
    const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: rows.length, path: dark.join('') }
  }, [text])
  return (
    <svg
      className={classes.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
