/** @returns the path of a program that tests run; null if it is not there */
export function locateTool(name: 'promtool' | 'pgbouncer'): string | null
