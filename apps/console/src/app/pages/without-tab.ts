/** Nobody returns to an exception page. A page that the service requires before all others is left for good, with the passwords typed there. */
const names: ReadonlySet<string> = new Set(['403', '404', '500', 'password', 'secondFactor'])

/** Whether a page gets no tab. */
export const hasNoTab = (name: string): boolean => names.has(name)
