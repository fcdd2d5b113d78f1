import { create } from 'zustand'

/** The value stored under `arco-theme`: `auto` follows the system (docs/specification/frame.md). */
export const storedSchemes = ['auto', 'light', 'dark'] as const
export type StoredScheme = (typeof storedSchemes)[number]
export type Scheme = 'dark' | 'light'

const storageKey = 'arco-theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')
const systemScheme = (): Scheme => (system.matches ? 'dark' : 'light')

const readStored = (): StoredScheme => {
  const stored = localStorage.getItem(storageKey)
  return stored === 'dark' || stored === 'light' ? stored : 'auto'
}
const resolve = (stored: StoredScheme): Scheme => (stored === 'auto' ? systemScheme() : stored)

/** The current scheme, and the stored choice. */
export const useScheme = create<{ scheme: Scheme; stored: StoredScheme }>(() => ({
  scheme: resolve(readStored()),
  stored: readStored(),
}))

/** Applies the stored choice and follows the system from then on; `boot.js` does the same before the first paint. */
export function startScheme(): void {
  if (localStorage.getItem(storageKey) === null) localStorage.setItem(storageKey, 'auto')
  apply(resolve(readStored()))
  system.addEventListener('change', () => apply(resolve(readStored())))
  // Paper is light: browsers leave out dark backgrounds, and light text on white paper cannot be read.
  window.addEventListener('beforeprint', () => show('light'))
  window.addEventListener('afterprint', () => show(useScheme.getState().scheme))
}

/** Switches between dark and light; stores `auto` if the result equals the system's scheme. */
export function toggleScheme(): void {
  const next: Scheme = useScheme.getState().scheme === 'dark' ? 'light' : 'dark'
  chooseScheme(next === systemScheme() ? 'auto' : next)
}

/** Stores and applies a scheme, or the choice to follow the system. */
export function chooseScheme(stored: StoredScheme): void {
  localStorage.setItem(storageKey, stored)
  apply(resolve(stored))
}

function apply(scheme: Scheme): void {
  show(scheme)
  useScheme.setState({ scheme, stored: readStored() })
}

/** Shows the page in a scheme, without a change of what was chosen. */
function show(scheme: Scheme): void {
  if (scheme === 'dark') document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
}
