/** A row as the demo keeps it: whole, with everything that any answer of its area shows. */
export type Row = Record<string, unknown> & { id: string }
