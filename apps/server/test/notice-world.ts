import type { NoticeKind } from '@kabao/contract/kernel/notice-kind'
import { createDb } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import { type NoticeSecrets, sealSecrets } from '#reach/notice/target'
import type { TestApp } from './harness.ts'

let targets = 0

/** Adds a target of notices. @returns its id */
export async function noticeTarget(
  app: TestApp,
  { kind, secrets = {}, ...columns }: { kind: string; secrets?: NoticeSecrets } & Record<string, unknown>,
): Promise<string> {
  const values: Record<string, unknown> = Object.assign(
    {
      kind,
      name: `目标${++targets}`,
      kinds: ['lowBalance'],
      language: 'zh-CN',
      host: kind === 'role' ? null : 'robot.example',
    },
    columns,
  )
  const names = Object.keys(values)
  const { rows } = await app.pool.query(
    `insert into notice_target (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()}) returning id`,
    Object.values(values),
  )
  const id = String(rows[0].id)
  await app.pool.query('update notice_target set secrets_sealed = $2 where id = $1', [
    id,
    sealSecrets(app.vault, id, secrets),
  ])
  return id
}

/** Tells as an area does, without anybody in the console. */
export const tell = (
  app: TestApp,
  {
    about = 'lowBalance',
    title = '余额不足',
    content = '某机构余额 12.00 元',
    to = [],
    count = 1,
  }: {
    about?: NoticeKind
    title?: string
    content?: string
    to?: readonly string[]
    count?: number
  } = {},
): Promise<void> =>
  createDb(app.servicePool)
    .transaction()
    .execute(async (write) => {
      for (let nth = 1; nth <= count; nth++)
        await sendMessage(write, {
          to,
          about,
          kind: 'todo',
          title: [title, 'A low balance'],
          content: [content, 'An organization has 12.00'],
          link: { name: 'OrgList', query: { open: '7' } },
        })
    })

/** Has everything come due that waits for others to go along. */
export const dueNow = (app: TestApp): Promise<unknown> =>
  app.pool.query(
    `update delivery_due set due_at = now() where target like 'notice:%' and due_at < now() + interval '10 seconds'`,
  )
