import { randomInt } from 'node:crypto'

/** Letters and digits that cannot be mistaken for one another: no i, l, o, 0 or 1. */
const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'

/** A generated password that is shown once and typed once: 20 letters and digits (96 bits) in groups, at least one of each kind. */
export function makePassword(): string {
  for (;;) {
    const signs = Array.from(
      { length: 20 },
      () => (letters + digits)[randomInt(letters.length + digits.length)],
    )
    const password = signs.join('').replace(/(.{5})(?=.)/g, '$1-')
    if (/[a-z]/.test(password) && /\d/.test(password)) return password
  }
}
