import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { forgetInImports } from '#platform/imports/forget'
import type { Vault } from '#platform/keys/vault'
import { blacklistKeys } from './blacklist-match.ts'

/** A person to be forgotten, with their values until now in normal form. */
export interface KnownPerson {
  phone: string | null
  name: string | null
  idNumber: string | null
  device: string | null
  ip: string | null
}

/**
 * Removes personal data of these people from rows that belong to others, in the transaction that deletes the people. The people's
 * own rows are blanked by the trigger on `user`; decision 005 lists what stays. The time depends on the number of people and of
 * rows found, not on the number of rows stored.
 */
export async function forgetMentions(db: Db, vault: Vault, people: readonly KnownPerson[]): Promise<void> {
  await clearEntriesOf(db, vault, people)
  const known = people.map((person) => ({ ...person, numbers: numbersOf(person), words: wordsOf(person) }))
  const persons = sql`persons as materialized (
    select p.*, mention_query(p.numbers) as by_number, mention_query(p.words) as by_word
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
      as p(name text, device text, ip text, numbers text[], words text[]))`
  await eraseFromOtherEntries(db, persons)
  await eraseFromErrors(db, persons)
  await eraseFromSamples(db, persons)
  await removeViews(db, persons)
  await forgetInImports(
    db,
    vault,
    known.map(({ phone, idNumber, name, numbers }) => ({
      values: [phone, idNumber].filter((value) => value !== null),
      numbers,
      words: name === null ? numbers : [...numbers, name],
    })),
  )
}

/** The values that belong to one person only, in every form in which they are written. */
const numbersOf = ({ phone, idNumber }: KnownPerson): string[] => [
  ...(phone ? [phone, `86${phone}`, ...[' ', '-'].map((sign) => grouped(phone, sign))] : []),
  ...(idNumber ? [idNumber] : []),
]

/** `138 1234 5678` */
const grouped = (phone: string, sign: string) =>
  [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)].join(sign)

const wordsOf = (person: KnownPerson): string[] => [
  ...numbersOf(person),
  ...[person.name, person.device, person.ip].filter((value) => value !== null),
]

/** The entries of a phone and an id number stay, but the texts about the person are removed. */
async function clearEntriesOf(db: Db, vault: Vault, people: readonly KnownPerson[]): Promise<void> {
  const keys = people.flatMap(({ phone, idNumber }) => [
    ...(phone ? [{ kind: 'phone', value: phone }] : []),
    ...(idNumber
      ? blacklistKeys(vault, 'idNumber', idNumber).map((value) => ({ kind: 'idNumber', value }))
      : []),
  ])
  if (keys.length === 0) return
  await sql`
    with found as (
      select b.id from blacklist b
      join unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ value }) => value)}::text[]) k (kind, value)
        on b.kind = k.kind and b.value = k.value
      where b.reason <> '' or b.remark <> '' order by b.id for no key update of b
    )
    update blacklist b set reason = '', remark = '', version = version + 1, updated_at = now()
    from found where b.id = found.id`.execute(db)
}

/**
 * Entries of a device or an address may be about others too, so only the person's values are removed from their texts. Texts of
 * entries for other values are searched for the person's numbers; a name alone may be another person's there.
 */
const eraseFromOtherEntries = (db: Db, persons: RawBuilder<unknown>) =>
  sql`
  with ${persons}, found as (
    select b.id, w.word from persons p
    join blacklist b on b.kind = 'device' and b.value = p.device and (b.reason <> '' or b.remark <> '')
    cross join unnest(p.words) w (word)
    union all
    select b.id, w.word from persons p
    join blacklist b on b.kind = 'ip' and b.value = p.ip and (b.reason <> '' or b.remark <> '')
    cross join unnest(p.words) w (word)
    union all
    select b.id, w.word from persons p
    join blacklist b on b.source <> 'import' and (b.reason <> '' or b.remark <> '')
      and text_words(b.reason || ' ' || b.remark) @@ p.by_number
    cross join unnest(p.numbers) w (word)
  ), collected as (
    select id, array_agg(word) as words from found group by id
  ), locked as (
    select b.id, b.reason, b.remark from blacklist b where b.id in (select id from collected) order by b.id for no key update
  ), erased as (
    select l.id, without_mentions(l.reason, g.words) as reason, without_mentions(l.remark, g.words) as remark
    from locked l join collected g on g.id = l.id
  )
  update blacklist b set reason = e.reason, remark = e.remark, version = version + 1, updated_at = now()
  from erased e where b.id = e.id and (b.reason, b.remark) is distinct from (e.reason, e.remark)`.execute(db)

/** An error that happened to somebody else, or in the console, may still name the person. */
const eraseFromErrors = (db: Db, persons: RawBuilder<unknown>) =>
  sql`
  with ${persons}, found as (
    select e.id, array_agg(w.word) as words from persons p
    join error_event e on text_words(error_text(e.name, e.message, e.stack, e.url, e.user_agent)) @@ p.by_word
    cross join unnest(p.words) w (word) group by e.id
  ), locked as (
    select e.* from error_event e where e.id in (select id from found) order by e.id for no key update
  )
  update error_event e set
    name = without_mentions(l.name, f.words), message = without_mentions(l.message, f.words),
    stack = without_mentions(l.stack, f.words), url = without_mentions(l.url, f.words),
    user_agent = without_mentions(l.user_agent, f.words)
  from locked l join found f on f.id = l.id where e.id = l.id`.execute(db)

/** The same for the kept occurrences of errors. */
const eraseFromSamples = (db: Db, persons: RawBuilder<unknown>) =>
  sql`
  with ${persons}, found as (
    select s.event_id, s.place, array_agg(w.word) as words from persons p
    join error_sample s on text_words(error_text('', s.message, s.stack, s.url, s.user_agent)) @@ p.by_word
    cross join unnest(p.words) w (word) group by s.event_id, s.place
  ), locked as (
    select s.* from error_sample s where (s.event_id, s.place) in (select event_id, place from found)
    order by s.event_id, s.place for no key update
  )
  update error_sample s set
    message = without_mentions(l.message, f.words), stack = without_mentions(l.stack, f.words),
    url = without_mentions(l.url, f.words), user_agent = without_mentions(l.user_agent, f.words)
  from locked l join found f on f.event_id = l.event_id and f.place = l.place
  where s.event_id = l.event_id and s.place = l.place`.execute(db)

/** Deletes saved views that filter by one of these people. A view by a name that another user has stays. */
const removeViews = (db: Db, persons: RawBuilder<unknown>) =>
  sql`
  with ${persons}, found as (
    select v.id from persons p join saved_view v on v.filters ? 'name' and v.filters ->> 'name' = p.name
    where char_length(p.name) > 1 and not exists (select from "user" u where u.name = p.name)
    union select v.id from persons p join saved_view v on v.filters ? 'value' and v.filters ->> 'value' in (p.device, p.ip)
  )
  delete from saved_view where id in (select id from found)`.execute(db)
