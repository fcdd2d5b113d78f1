/** A text as part of a `like` pattern, its own wildcards taken literally. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The `like` pattern of texts that have this in them. */
export const contains = (text: string): string => `%${literal(text)}%`

/** The `like` pattern of texts that begin with this. */
export const startsWith = (text: string): string => `${literal(text)}%`
