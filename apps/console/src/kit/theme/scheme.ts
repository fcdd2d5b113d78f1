import { create } from 'zustand'

/** What is stored under `arco-theme`: `auto` follows the system (behaviour reference, section 13.1). */
export type StoredScheme = 'auto' | 'dark' | 'light'
export type Scheme = 'dark' | 'light'

const storageKey = 'arco-theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')
const systemScheme = (): Scheme => (system.matches ? 'dark' : 'light')

const readStored = (): StoredScheme => {
  const stored = localStorage.getItem(storageKey)
  return stored === 'dark' || stored === 'light' ? stored : 'auto'
}
const resolve = (stored: StoredScheme): Scheme => (stored === 'auto' ? systemScheme() : stored)

/** The scheme that is shown. */
export const useScheme = create<{ scheme: Scheme }>(() => ({ scheme: resolve(readStored()) }))

/** Applies what is stored, and follows the system from here on; `boot.js` did the same before the first paint. */
export function startScheme(): void {
  if (localStorage.getItem(storageKey) === null) localStorage.setItem(storageKey, 'auto')
  apply(resolve(readStored()))
  system.addEventListener('change', () => apply(resolve(readStored())))
}

/** Dark to light and back; what the system wants anyway is stored as `auto`. */
export function toggleScheme(): void {
  const next: Scheme = useScheme.getState().scheme === 'dark' ? 'light' : 'dark'
  localStorage.setItem(storageKey, next === systemScheme() ? 'auto' : next)
  apply(next)
}

function apply(scheme: Scheme): void {
  if (scheme === 'dark') document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  useScheme.setState({ scheme })
}
