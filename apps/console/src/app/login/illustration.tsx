/** One drawing per slide, all of the same cards: linked, masked, checked. */
export function Illustration({ slide }: { slide: 1 | 2 | 3 }) {
  return (
    <svg viewBox="0 0 320 220" width="320" height="220" aria-hidden="true" focusable="false">
      <g transform="rotate(-8 160 110)">
        <rect x="84" y="30" width="176" height="110" rx="10" fill="#fff" opacity=".12" />
        <rect x="70" y="48" width="176" height="110" rx="10" fill="#6AA1FF" opacity=".55" />
        <rect x="56" y="66" width="176" height="110" rx="10" fill="#fff" />
        <rect x="56" y="84" width="176" height="18" fill="#1D2129" />
        <rect x="70" y="116" width="60" height="8" rx="4" fill="#94BFFF" />
        <rect x="70" y="132" width="96" height="8" rx="4" fill="#E5E6EB" />
        <rect x="70" y="148" width="76" height="8" rx="4" fill="#E5E6EB" />
        <circle cx="206" cy="148" r="10" fill="#165DFF" opacity=".9" />
        <circle cx="194" cy="148" r="10" fill="#94BFFF" opacity=".9" />
      </g>
      {details[slide]}
    </svg>
  )
}

const details = {
  1: (
    <g fill="none" stroke="#BEDAFF" strokeWidth="2">
      <path d="M258 60h26v96h-34M62 190v16h150" strokeDasharray="4 5" />
      <g fill="#165DFF" stroke="#fff">
        <circle cx="258" cy="60" r="8" />
        <circle cx="250" cy="156" r="8" />
        <circle cx="62" cy="190" r="8" />
        <circle cx="212" cy="206" r="8" />
      </g>
    </g>
  ),
  2: (
    <g>
      <path
        d="M252 112l30 11v22c0 20-13 33-30 40-17-7-30-20-30-40v-22z"
        fill="#165DFF"
        stroke="#fff"
        strokeWidth="2"
      />
      <path
        d="M239 148l9 9 17-18"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  ),
  3: (
    <g>
      <rect x="214" y="104" width="80" height="92" rx="8" fill="#F2F3F5" />
      {[122, 142, 162].map((y) => (
        <g key={y}>
          <path d={`M226 ${y}l4 4 7-8`} fill="none" stroke="#00B42A" strokeWidth="3" strokeLinecap="round" />
          <rect x="246" y={y - 3} width="36" height="6" rx="3" fill="#C9CDD4" />
        </g>
      ))}
      <rect x="226" y="178" width="56" height="8" rx="4" fill="#165DFF" />
    </g>
  ),
}
