/** How many characters say where a secret may begin; none that is looked for is shorter. */
const beginning = 3
const bits = 7

/** Many secrets that are looked for at once: a line is compared with one only where its first characters stand. */
export class Secrets {
  /** By the key of their first characters. */
  #beginnings = new Map()
  /** Whether a key begins a secret, without the cost of asking the map at every character. */
  #isKnown = new Uint8Array(1 << (bits * beginning))

  constructor(secrets) {
    for (const secret of secrets) {
      const key = keyAt(secret, 0)
      this.#isKnown[key] = 1
      this.#beginnings.set(key, [...(this.#beginnings.get(key) ?? []), secret])
    }
  }

  /** Whether a line holds any of them. A code of digits is not looked for within a longer number. */
  areIn(line) {
    for (let at = 0; at <= line.length - beginning; at++) {
      const key = keyAt(line, at)
      if (!this.#isKnown[key]) continue
      if (this.#beginnings.get(key).some((secret) => stands(secret, line, at))) return true
    }
    return false
  }
}

/** Different characters may have one key: it says where to compare, and no more. */
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
