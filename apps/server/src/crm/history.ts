import { type RawBuilder, sql } from 'kysely'

/** Who acts, and on which business day. */
export interface Acting {
  /** The administrator; null: the service. */
  by: string | null
  /** The business day of now, `yyyy-mm-dd`. */
  day: string
}

/** What happened to a lead; the same words as the check of `lead_event`. */
export type EventKind =
  | 'arrived'
  | 'arrivedAgain'
  | 'claimed'
  | 'assigned'
  | 'transferred'
  | 'passedOn'
  | 'released'
  | 'recycled'
  | 'protected'
  | 'followUp'
  | 'stage'
  | 'invalidated'
  | 'converted'
  | 'merged'
  | 'mergeUndone'

interface Line {
  kind: EventKind
  by: string | null
  /** Who held the lead before and after, and its stage; SQL on a changed row `m`. */
  from: RawBuilder<unknown>
  to: RawBuilder<unknown>
  fromStage?: RawBuilder<unknown>
  reason?: string
}

/** The statement that adds a line to the history of each row of `moved`, an alias for the changed leads. */
export const linesOf = ({ kind, by, from, to, fromStage = sql`m.stage`, reason = '' }: Line) => sql`
  insert into lead_event (lead_id, kind, by_id, from_id, to_id, from_stage, to_stage, reason)
  select m.id, ${kind}::text, ${by}::bigint, ${from}, ${to}, ${fromStage}, m.stage, ${reason}::text from moved m order by m.id`

/** No salesman: the lead is in its pool. */
export const nobody = sql`null::bigint`
