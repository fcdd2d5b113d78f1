import type { RawBuilder } from 'kysely'

/**
 * An entity whose records can be chosen in other places. Its table, with the alias `t`, has a column `id`, and a migration has called
 * `watch_choices` with the table and the columns of `texts`.
 */
export interface ChoiceSource {
  /** The name of the table, as the database has it. */
  entity: string
  /** What other records are joined. */
  joins?: RawBuilder<unknown>
  name: RawBuilder<string>
  code?: RawBuilder<string>
  /** What distinguishes records with the same name. */
  hint?: RawBuilder<string>
  isDisabled: RawBuilder<boolean>
  /** The texts that a record is found by: its own columns, each named in `watch_choices`. */
  texts: readonly RawBuilder<string>[]
  /** The column with the id of the administrator who owns a record; records without it are for every reader. */
  owner?: RawBuilder<unknown>
  /** Another entity by whose texts a record is found too, and the column with its id: a plan by its organization. */
  parent?: { source: ChoiceSource; id: RawBuilder<unknown> }
}
