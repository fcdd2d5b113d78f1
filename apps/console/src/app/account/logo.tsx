/** The product's logo: two cards in a square. */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#165DFF" />
      <rect x="9" y="6.5" width="17" height="12" rx="2.5" fill="#94BFFF" />
      <rect x="6" y="11" width="17" height="13" rx="2.5" fill="#fff" />
      <path d="M6 15h17" stroke="#165DFF" strokeWidth="2.4" />
      <path d="M9 20h5" stroke="#BEDAFF" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  )
}
