import { vi } from 'vitest'

/**
 * How long a test waits for what it awaits unless it says otherwise, in milliseconds. Vitest waits one second, which a busy
 * machine does not always meet; a long wait costs nothing when what is awaited comes. `expect.poll` has it by the
 * configuration; `vi.waitFor` and `vi.waitUntil` have no setting, so they get it here.
 */
const patience = 15_000

const isPatient = Symbol.for('kabao.patient')

if (!vi[isPatient]) {
  const { waitFor, waitUntil } = vi
  vi.waitFor = (callback, options) => waitFor(callback, patient(options))
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
  vi[isPatient] = true
}

/** @param {number | { timeout?: number, interval?: number } | undefined} options */
function patient(options) {
  return typeof options === 'number' ? options : { timeout: patience, ...options }
}
