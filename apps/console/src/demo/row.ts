/** A row as the demo stores it: unmasked, with all fields of all responses of its area. */
export type Row = Record<string, unknown> & { id: string }
