import { assign } from '#crm/claim-and-assign'
import { followUp } from '#crm/follow-up'
import { mergeLeads } from '#crm/merge'
import { crmWorld, day } from '../crm-world.ts'
import type { TestApp } from '../harness.ts'
import { picture, upload } from '../upload.ts'
import type { Target } from './cases.ts'

/** A lead, and what an answer would show it or its person by. */
export interface Marked extends Target {
  /** The image of its follow-up; null: it has none. */
  fileId: string | null
  /** The account of its salesman. */
  adminId: string | null
  /** The first character of its name, which is in every text about it and in no other. */
  first: string
}

const hidden = ['name', 'phone', 'cityCode', 'source', 'channelId', 'remark']
/** First characters of names that occur in no other text: those of a part of Unicode for rare ones. */
const rare = (n: number) => String.fromCodePoint(0x3400 + n)

/** Salesmen with the data scope `own` and leads that carry marks, in pools that hide all that they can. */
export function leadsWorld(app: TestApp) {
  const { newLeads, write, one, newPool } = crmWorld(app)
  let marked = 0

  /** A salesman of a team who has these points. */
  async function person(teamId: string, points: readonly string[]) {
    const request = await app.as(...points)
    await app.pool.query(
      `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
      [request.adminId],
    )
    const salesmanId = await one('salesman', {
      admin_id: request.adminId,
      name: `甲${request.adminId}`,
      team_id: teamId,
    })
    return Object.assign(request, { salesmanId, teamId })
  }

  /** A lead that somebody worked on; left out, it waits and nobody did. */
  async function lead(poolId: string, by: { adminId: string; salesmanId: string; token: string } | null) {
    const first = rare(marked++)
    const name = `${first}记`
    const [leadId, other] = (await newLeads(poolId, 2, { source: 'open', cityCode: '440300' })) as [
      string,
      string,
    ]
    const phone = `158${String(10_000_000 + marked * 7_919 + 123).slice(-8)}`
    const channelName = `渠道${first}`
    const channelId = await one('channel', {
      code: `leads${marked}`,
      name: channelName,
      flow: 'full',
    })
    const userId = await one('"user"', { flow: 'full', name, phone, channel_id: channelId })
    await app.pool.query(
      `update lead set name = $2, phone = $3, user_id = $4, channel_id = $5, remark = $6,
         arrived_at = now() - interval '1 hour' where id = $1`,
      [leadId, name, phone, userId, channelId, `备注${first}`],
    )
    const { id: mergeId } = await write((db) =>
      mergeLeads(db, { keepId: leadId, otherId: other, fields: [], by: null, day }),
    )
    const importId = await one('import_task', {
      list: 'lead',
      file_name: `${first}.csv`,
      status: 'checked',
      report: '{"counts": {"wrong": 1}, "rows": []}',
      created_by: by?.adminId ?? (await app.as()).adminId,
    })
    const { rows: hashes } = await app.pool.query('select hashint8extended($1::bigint, 0)::text as hash', [
      leadId,
    ])
    let fileId: string | null = null
    if (by) {
      await write((db) => assign(db, { leadId, salesmanId: by.salesmanId, by: null, day }))
      const content = await picture(20, 20).png().toBuffer()
      fileId = (await upload(app.app, by.token, 'followUp', [{ name: 'a.png', content, type: 'image/png' }]))
        .data[0].id as string
      const told = { way: 'call', content: `所谈${first}`, result: 'reached', nextAt: null } as const
      const { followUpId } = await write((db) =>
        followUp(db, { leadId, salesmanId: by.salesmanId, by: by.adminId, day, ...told }),
      )
      await app.pool.query(
        `update file set owner_kind = 'leadFollowUp', owner_id = $2, unclaimed_since = null where id = $1`,
        [fileId, followUpId],
      )
      await app.pool.query(
        `update lead set next_follow_at = now() - interval '1 minute', recycle_at = now() + interval '1 hour' where id = $1`,
        [leadId],
      )
    }
    return {
      leadId,
      salesmanId: by?.salesmanId ?? null,
      poolId,
      userId,
      channelId,
      phone,
      name,
      mergeId,
      importId,
      hash: hashes[0].hash as string,
      fileId,
      first,
      adminId: by?.adminId ?? null,
    } satisfies Marked
  }

  const newTeam = () => newPool({ hidden_fields: hidden })
  return { person, lead, newTeam }
}
