/**
 * The statements on tables of people that do not say of whom, by the file of the service and how the statement begins. A statement that
 * is mended leaves the list; a new one names its person.
 */
export const exceptions: Readonly<Record<string, readonly string[]>> = {
  // What is due, or has run out, of all people.
  'engine/steps.ts': ['with due as materialized ( select user_id from due_step'],
  'engine/wake.ts': ['update due_step s set due_at = least(s.due_at, now())'],
  'engine/push-plans/run.ts': [
    'insert into push_target (push_plan_id, user_id) select',
    'select id from "user" where id > $',
    'with chosen as materialized ( select user_id from push_target',
  ],
  'engine/half/offers.ts': ['with expired as ( select id from offer'],
  'engine/joint-login/end-visit.ts': ['select id as "pushId", user_id as "userId" from login_ticket'],
  // Counts, figures and reports over all people.
  'engine/cleanup-job.ts': ['with told as ( update push_trouble set told_at'],
  'engine/counters.ts': ['select plan_id as "planId", extract(epoch'],
  'engine/gauge.ts': [
    'select coalesce((select greatest(0, extract(epoch',
    'select kind, count(*)::int as count from (',
  ],
  'engine/plans/snapshot.ts': ['delete from plan_snapshot where used_at'],
  'engine/why-not.ts': [
    'insert into plan_why_not as w',
    'select id, extract(epoch from time_of_id(id))',
    'select r.id, r.snapshot_id as "snapshotId"',
  ],
  // Others name a push, a return or a phone, and nobody knows whose it is.
  'engine/push.ts': ['select $ from push_record where id = $'],
  'engine/resend.ts': [
    'select case when t.status',
    'select id from "user" where id in (select user_id from push_record',
  ],
  'engine/returns/book.ts': ['select from "user" where id in (select user_id from push_return'],
  'intake/check.ts': ['select g.place::text, false as "isBlocked"'],
  'intake/register.ts': ['select id, phone, channel_id as "channelId"'],
  'intake/result.ts': ['select user_id as "userId", id, external_id as "externalId"'],
}

/** Functions of the database with a statement on a table of people that does not say of whom, each with the table. */
export const functions: readonly string[] = [
  // For the code before, and for rows of before.
  'attempt_of_person: push_record',
  'note_troubles: push_record',
  'offer_of_person: push_record',
  'store_consent: offer',
  'store_consent: push_record',
  // What is late for a person who was deleted is found by the rows that came.
  'forget_late_attempt: push_attempt',
  'forget_late_match: match_run',
  'forget_late_push: push_record',
  'forget_leads: lead',
  'forget_payer: payment_order',
  // The ledger and payments name a push or an order.
  'note_channel_result_new_facts: push_record',
  'note_gathered_costs: push_record',
  'note_refunded_order: payment_order',
  // Over all people.
  'plans_waited_for: due_step',
]

/** What the tables lack of the contract. */
export const gaps = {
  /** Their key may be null: a lead may have no user; the others until old rows are filled. */
  nullable: ['lead', 'offer', 'push_attempt'],
  /** Unique constraints and indexes without the key. */
  unique: [
    'consent_pkey',
    'lead_phone_key',
    'lead_pkey',
    'login_ticket_pkey',
    'match_run_pkey',
    'offer_pkey',
    'payment_order_pkey',
    'push_attempt_pkey',
    'push_record_pkey',
    'push_return_open_key',
    'push_return_pkey',
    'push_trouble_id_key',
    'push_trouble_pkey',
    'step_taken_pkey',
    'user_move_pkey',
    'user_phone_key',
  ],
  /** Foreign keys to them that do not tie the key to the key. */
  references: [
    'lead_event_lead_id_fkey',
    'lead_follow_up_lead_id_fkey',
    'lead_merge_keep_id_fkey',
    'lead_merge_other_id_fkey',
    'lead_merged_into_id_fkey',
    'lead_reveal_lead_id_fkey',
    'lead_wait_lead_id_fkey',
    'payment_refund_order_id_fkey',
    'payment_resolution_order_id_fkey',
    'payment_resolution_target_order_id_fkey',
    'payment_suspense_order_id_fkey',
    'push_attempt_push_id_fkey',
    'push_return_push_id_fkey',
  ],
  /** Columns that are numbered by a sequence of their own. */
  identities: ['lead.id', 'push_return.id', 'push_trouble.id', 'user.id', 'user_move.id'],
  /** Other tables that name a person: facts and sums of all people, and what administrators write. */
  others: [
    'active_user',
    'difference',
    'error_event',
    'fact',
    'feedback',
    'lead_candidate',
    'matched_user',
    'product_user',
  ],
}
