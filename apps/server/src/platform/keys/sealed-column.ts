/** A column whose values are sealed with a data key. */
export interface SealedColumn {
  table: string
  column: string
  /** The columns of the table's key, in its order. */
  key: readonly string[]
  /** Other columns that the purpose is made of. */
  reads?: readonly string[]
  /** What a value of this row is sealed for. Values are texts. */
  purpose(row: Readonly<Record<string, string>>): string
  /** The column with the fingerprint of the same value. */
  fingerprint?: {
    column: string
    purpose: string
    /** In hexadecimal, and unique: this column has the fingerprint under the key before, until the key is replaced everywhere. */
    before?: string
  }
}
