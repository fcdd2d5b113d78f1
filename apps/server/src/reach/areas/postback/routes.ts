import { mostPostbacks, type PostbackDetail, postback } from '@kabao/contract/reach/postback'
import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import { sql } from 'kysely'
import { fixedOrigin, shownOf, TemplateFailure } from '#partners'
import { type Faults, refuseFaults } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { channelChoices } from '#platform/choices/sources'
import { crudHandlers } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { insertRow } from '#platform/db/row'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { tellNewAddress } from '#supply'
import { hooksOf, type Owner } from '../../deliveries.ts'
import { deliveryHandlers } from '../../handlers.ts'
import { sealSecrets, secretsOf } from '../../hook.ts'
import { shippedPostbacks } from '../../shipped/index.ts'
import { exampleRequest, problemsOf } from '../../template.ts'
import { checkTemplate, newSecrets } from './check.ts'
import { findPageOfPostbacks, findPostbacks } from './queries.ts'

export function postbackRoutes(services: Services) {
  const { vault, outgoing } = services
  const seal = (db: Db, id: string, values: Readonly<Record<string, string>>) =>
    sql`update hook set secrets_sealed = ${Object.keys(values).length === 0 ? null : sealSecrets(vault, id, values)}
      where id = ${id}`.execute(db)
  return serve(
    postback,
    {
      ...crudHandlers(postback, {
        table: 'hook',
        only: hooksOf('postback', null),
        ofOwner: (owner) => hooksOf('postback', owner).slice(1),
        page: ({ db, body, caller }) => findPageOfPostbacks(db, body, ownerOf(caller)),
        find: (db, ids, caller) => findPostbacks(db, vault, ids, ownerOf(caller)),
        create: async ({ db, body: { event, secrets, template, ...fields }, caller }) => {
          const faults: Faults = {}
          const name = await channelOf(db, fields.channelId, ownerOf(caller), faults)
          checkTemplate(template, outgoing, faults)
          const values = newSecrets(template, secrets, null, faults)
          refuseFaults(faults)
          await tellNewAddress(db, { ...addressOf(name, template), before: null, by: caller })
          const id = await insertRow(db, 'hook', {
            ...fields,
            ...stored(template),
            events: [event],
            createdBy: caller.adminId,
            updatedBy: caller.adminId,
          })
          await seal(db, id, values)
          return id
        },
        change: async ({ event, secrets, template, ...fields }, { stored: row, shown, db, caller }) => {
          const faults: Faults = {}
          checkTemplate(template, outgoing, faults)
          const before = { template: shown.template, secrets: secretsOf(vault, row) }
          const values = newSecrets(template, secrets, before, faults)
          refuseFaults(faults)
          await seal(db, row.id, values)
          const { after } = addressOf('', shown.template)
          await tellNewAddress(db, { ...addressOf(shown.channelName, template), before: after, by: caller })
          return { ...fields, ...stored(template), events: [event] }
        },
        trace,
      }),
      shippedTemplates: async () => shippedPostbacks,
      preview: async ({ body: { template, event } }) => {
        const problems = problemsOf(template)
        try {
          return { problems, request: shownOf(exampleRequest(template, event)) }
        } catch (error) {
          if (error instanceof TemplateFailure) return { problems, request: null }
          throw error
        }
      },
      ...deliveryHandlers(services, 'postback'),
      channels: choosing(channelChoices),
    },
    { hook_name_key: { field: 'name', problem: 'taken' } },
  )
}

const stored = (template: PostbackTemplate) => ({
  template: JSON.stringify(template),
  batchMost: template.batch?.most ?? 1,
})

const addressOf = (name: string, template: PostbackTemplate) => ({
  what: 'postback' as const,
  name,
  after: fixedOrigin(template.request.url),
})

/** The name of a channel. @param faults gets at `channelId` that it may get no postback more */
async function channelOf(db: Db, id: string, owner: Owner, faults: Faults): Promise<string> {
  const { rows } = await sql<{ name: string; owner: string | null }>`
    select name, owner_id as owner from channel where id = ${id} for no key update`.execute(
    db.withoutPlugins(),
  )
  const [channel] = rows
  if (!channel || (owner !== null && channel.owner !== owner)) {
    faults.channelId = 'noSuchChannel'
    return ''
  }
  const { rows: others } = await sql`select from hook where channel_id = ${id}`.execute(db)
  if (others.length >= mostPostbacks) faults.channelId = 'tooMany'
  return channel.name
}

/** The fields for the audit log: no secret, and of the template its address. */
const trace = ({
  template: _template,
  channelId: _channel,
  waiting: _waiting,
  dead: _dead,
  brokenAt: _broken,
  pausedUntil: _paused,
  ...row
}: PostbackDetail) => row
