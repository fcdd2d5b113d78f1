/** Number of characters in the key of a secret; no secret is shorter. */
const beginning = 3
const bits = 7

/** Searches a line for many secrets at once: it compares a secret only where its first characters occur. */
export class Secrets {
  /** The secrets by the key of their first characters. */
  #beginnings = new Map()
  /** Whether a secret has this key; cheaper than a map lookup at every character. */
  #isKnown = new Uint8Array(1 << (bits * beginning))

  constructor(secrets) {
    for (const secret of secrets) {
      const key = keyAt(secret, 0)
      this.#isKnown[key] = 1
      this.#beginnings.set(key, [...(this.#beginnings.get(key) ?? []), secret])
    }
  }

  /** Whether a line contains a secret. A code of digits inside a longer number does not count. */
  areIn(line) {
    for (let at = 0; at <= line.length - beginning; at++) {
      const key = keyAt(line, at)
      if (!this.#isKnown[key]) continue
      if (this.#beginnings.get(key).some((secret) => stands(secret, line, at))) return true
    }
    return false
  }
}

/** Different texts may have the same key, so a match must still be compared. */
function keyAt(text, at) {
  let key = 0
  for (let next = at; next < at + beginning; next++)
    key = (key << bits) | (text.charCodeAt(next) & ((1 << bits) - 1))
  return key
}

function stands(secret, line, at) {
  if (!line.startsWith(secret, at)) return false
  const isNumber = /^\d+$/.test(secret)
  return !(isNumber && (/\d/.test(line[at - 1] ?? '') || /\d/.test(line[at + secret.length] ?? '')))
}
