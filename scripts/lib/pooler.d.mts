/** The path of PgBouncer; null if it is not installed. */
export function locatePooler(): string | null
