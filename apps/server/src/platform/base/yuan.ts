const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** An amount in fen as a text in yuan: `1,234.50`, `-0.01`. */
export const yuan = (fen: number): string => format.format(fen / 100)
