/** Escapes a text for a `like` pattern, so that wildcards in it are literal. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The `like` pattern of texts that contain this. */
export const contains = (text: string): string => `%${literal(text)}%`

/** The `like` pattern of texts that begin with this. */
export const startsWith = (text: string): string => `${literal(text)}%`
