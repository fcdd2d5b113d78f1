import { runtimeConfig } from '#kit'

/** Source: docs/specification/sign-in.md. */
const storageKey = 'login-config'

/** A random id by which the service recognises this browser, so that failed sign-ins elsewhere do not delay its owner. */
const deviceKey = 'login-device'

/** What the login page keeps between visits. It never keeps the password (docs/specification/sign-in.md). */
export interface Remembered {
  rememberPassword: boolean
  username: string
}

/** The published account of the demo (docs/specification/sign-in.md). */
const demoAccount = 'admin'

/** Reads what is kept; the first visit creates it. */
export function readRemembered(): Remembered {
  const stored = parse(localStorage.getItem(storageKey))
  if (stored) return stored
  const first = { rememberPassword: true, username: runtimeConfig().demo ? demoAccount : '' }
  keep(first)
  return first
}

/** The first value of the password field: empty, except for the demo's own account. */
export const firstPassword = ({ rememberPassword, username }: Remembered): string =>
  runtimeConfig().demo && rememberPassword && username === demoAccount ? demoAccount : ''

export const keep = ({ rememberPassword, username }: Remembered): void =>
  localStorage.setItem(storageKey, JSON.stringify({ rememberPassword, username }))

function parse(stored: string | null): Remembered | null {
  try {
    const { rememberPassword, username } = JSON.parse(stored ?? 'null') as Partial<Remembered>
    return {
      rememberPassword: rememberPassword === true,
      username: typeof username === 'string' ? username : '',
    }
  } catch {
    return null
  }
}

/** Asks the browser to store the password; nothing happens in a browser that cannot. */
export async function offerToBrowser(form: HTMLFormElement): Promise<void> {
  const { PasswordCredential } = window as { PasswordCredential?: new (form: HTMLFormElement) => Credential }
  if (!PasswordCredential) return
  await navigator.credentials.store(new PasswordCredential(form)).catch(() => undefined)
}

/** What this browser sends with a sign-in. */
export const readDevice = (): { device?: string } => {
  const device = localStorage.getItem(deviceKey)
  return device !== null && /^[\w-]{43}$/.test(device) ? { device } : {}
}

export const keepDevice = (device: string | undefined): void => {
  if (device !== undefined) localStorage.setItem(deviceKey, device)
}
