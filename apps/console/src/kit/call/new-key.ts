/** A new key of a sending. Not `crypto.randomUUID`, which browsers have only on HTTPS. */
export const newKey = (): string => crypto.getRandomValues(new BigUint64Array(2)).join('-')
