import { create } from 'zustand'

/** What is stored under `arco-theme`: `auto` follows the system (docs/specification/frame.md). */
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

/** The scheme that is shown, and what it was chosen by. */
export const useScheme = create<{ scheme: Scheme; stored: StoredScheme }>(() => ({
  scheme: resolve(readStored()),
  stored: readStored(),
}))

/** Applies what is stored, and follows the system from here on; `boot.js` did the same before the first paint. */
export function startScheme(): void {
  if (localStorage.getItem(storageKey) === null) localStorage.setItem(storageKey, 'auto')
  apply(resolve(readStored()))
  system.addEventListener('change', () => apply(resolve(readStored())))
}

/** Dark to light and back; what the system wants anyway is stored as `auto`. */
export function toggleScheme(): void {
  const next: Scheme = useScheme.getState().scheme === 'dark' ? 'light' : 'dark'
  chooseScheme(next === systemScheme() ? 'auto' : next)
}

/** Remembers a scheme, or that the system's is to be followed, and shows it. */
export function chooseScheme(stored: StoredScheme): void {
  localStorage.setItem(storageKey, stored)
  apply(resolve(stored))
}

function apply(scheme: Scheme): void {
  if (scheme === 'dark') document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  useScheme.setState({ scheme, stored: readStored() })
}
