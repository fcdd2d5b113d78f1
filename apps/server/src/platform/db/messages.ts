import type { Words } from '@kabao/contract'
import type { NoticeKind } from '@kabao/contract/kernel/notice-kind'
import { maskText } from '@kabao/contract/kernel/personal-text'
import type { MessageKind, MessageLink, MessageType } from '@kabao/contract/operations/message'
import { sql } from 'kysely'
import type { Db } from './client.ts'

/** The channel that announces whose messages changed; the payload is their admin ids, joined by commas. */
export const messageChannel = 'message'

export interface NewMessage {
  /** Administrators by id, or all enabled ones that hold this permission point. */
  to: readonly string[] | { point: string }
  kind: MessageKind
  title: Words
  subTitle?: Words
  content: Words
  avatar?: string
  messageType?: MessageType
  link?: MessageLink
  /** It is a notice of this kind too, which goes to whoever listens outside the console. */
  about?: NoticeKind | undefined
}

/**
 * Sends a message to each recipient, in the caller's transaction. It is visible, and announced to every instance, only with the
 * commit. No text may hold unmasked personal data.
 * @returns the number of recipients
 */
export async function sendMessage(db: Db, { to, about, ...message }: NewMessage): Promise<number> {
  const values = {
    kind: message.kind,
    title: JSON.stringify(message.title),
    subTitle: message.subTitle ? JSON.stringify(message.subTitle) : null,
    content: JSON.stringify(message.content),
    avatar: message.avatar ?? null,
    messageType: message.messageType ?? null,
    link: message.link ? JSON.stringify(message.link) : null,
  }
  const recipients = 'point' in to ? await holdersOf(db, to.point) : [...new Set(to)]
  if (about) await tellNotice(db, Object.assign({ about, told: recipients }, message))
  if (recipients.length === 0) return 0
  await db
    .insertInto('message')
    .values(recipients.map((adminId) => ({ adminId, ...values })))
    .execute()
  await announceMessages(db, recipients)
  return recipients.length
}

/** What goes with a notice to targets of e-mail. */
export interface NoticeEnclosed {
  figures: NoticeFigures
  /** Without content: it is too large, so it is only named. */
  files: readonly { name: string; content: Buffer | null }[]
}

/** The first rows of a table, with the titles of its columns; `rows` of all. */
export interface NoticeFigures {
  titles: readonly string[]
  lines: readonly (readonly string[])[]
  rows: number
}

interface NewNotice extends Pick<NewMessage, 'title' | 'content' | 'link'> {
  about: NoticeKind
  /** Who has it as a message in the console already. */
  told: readonly string[]
  enclosed?: NoticeEnclosed | null
}

/** Adds a notice for the targets that listen to its kind, in the caller's transaction. No text may hold unmasked personal data. */
export async function tellNotice(
  db: Db,
  { about, title, content, link, told, enclosed }: NewNotice,
): Promise<void> {
  const masked = (words: Words) => JSON.stringify(words.map(maskText))
  const { rows } = await sql<{ id: string | null }>`
    select make_notice(${about}, ${masked(title)}::jsonb, ${masked(content)}::jsonb,
      ${link ? JSON.stringify(link) : null}::jsonb, ${[...told]}::bigint[]) as id`.execute(db)
  const id = rows[0]?.id
  if (!id || !enclosed) return
  await sql`update notice set figures = ${JSON.stringify(enclosed.figures)}::jsonb where id = ${id}`.execute(
    db,
  )
  for (const [nth, { name, content: bytes }] of enclosed.files.entries())
    await sql`insert into notice_file (id, nth, name, content) values (${id}, ${nth}, ${name}, ${bytes})`.execute(
      db,
    )
}

/** Whether a notice of a kind goes by e-mail now. */
export async function goesByMail(db: Db, about: NoticeKind): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from notice_target t where t.is_on and t.kind = 'mail' and ${about} = any(t.kinds)) as is`.execute(
    db,
  )
  return rows[0]?.is === true
}

/** The enabled super administrators, by id: the owners of the service, who are told of what one person alone could misuse. */
export async function superAdmins(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from admin a where a.status = 'enabled' and exists (
      select from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = a.id and r.is_super) order by a.id`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Announces at the commit, to every instance, that these administrators' messages changed. */
export async function announceMessages(db: Db, adminIds: readonly string[]): Promise<void> {
  // A payload may have 8,000 bytes, and an id has up to 19.
  for (let at = 0; at < adminIds.length; at += 300) {
    await sql`select pg_notify(${messageChannel}, ${adminIds.slice(at, at + 300).join()})`.execute(db)
  }
}

/**
 * The enabled administrators who hold a permission point, by id.
 * @param among only these; default: all
 */
export async function holdersOf(db: Db, point: string, among?: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from admin a where a.status = 'enabled' ${among ? sql`and a.id = any(${among}::bigint[])` : sql``} and exists (
      select from admin_role ar join role r on r.id = ar.role_id
      where ar.admin_id = a.id and (r.is_super or exists (
        select from role_node n where n.role_id = r.id and n.node = ${point}))) order by a.id`.execute(db)
  return rows.map((row) => row.id)
}
