import type { PostbackTrial } from '@kabao/contract/reach/delivery'
import type { ReachEvent } from '@kabao/contract/reach/event'
import { postback } from '@kabao/contract/reach/postback'
import { sql } from 'kysely'
import { TemplateFailure } from '#partners'
import { invalid, notFound } from '#platform/base/problem'
import { acting, actingOnSeveral, counting } from '#platform/batches/request'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import { targetName } from '#platform/deliveries/kind'
import { resumeTarget } from '#platform/deliveries/targets'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import {
  againAct,
  findDelivery,
  findPageOfDeliveries,
  type HookKind,
  hooksOf,
  type Owner,
  readFigures,
} from './deliveries.ts'
import { findHook, type Hook, secretsOf } from './hook.ts'
import { builtFor, callOf, signOf } from './kind.ts'
import { exampleEvent } from './scope.ts'
import { shownTrial } from './trial.ts'

type Calls = Pick<
  typeof postback,
  | 'turn'
  | 'try'
  | 'resume'
  | 'deliveries'
  | 'details'
  | 'again'
  | 'againMany'
  | 'againCount'
  | 'againMatching'
  | 'figures'
>

/** Handles what is done with hooks and their deliveries. */
export function deliveryHandlers(services: Services, kind: HookKind): Handlers<Calls> {
  const { vault, outgoing } = services
  const act = againAct(kind, postback.againMatching.body.shape.filter)

  /** @throws Problem 4040 if it is none of the owner's */
  const hookOf = async (db: Db, id: string, owner: Owner, lock = sql``): Promise<Hook> => {
    const where = sql.join([sql`t.id = ${id}`, ...hooksOf(kind, owner)], sql` and `)
    const { rows } = await sql`select from hook t where ${where} ${lock}`.execute(db)
    const hook = rows.length > 0 && (await findHook(db, id))
    if (!hook) throw notFound()
    return hook
  }

  return {
    turn: async ({ db, params: { id }, body: { isOn }, caller, audit }) => {
      const hook = await hookOf(db, id, ownerOf(caller), sql`for no key update of t`)
      await sql`update hook set is_on = ${isOn}, version = version + 1, updated_at = now(), updated_by = ${caller.adminId}
        where id = ${id} and is_on <> ${isOn}`.execute(db)
      audit({ target: { kind: 'hook', id }, before: { isOn: hook.isOn }, after: { isOn } })
      return null
    },

    try: async ({ db, params: { id }, body: { event }, caller, audit }) => {
      const hook = await hookOf(db, id, ownerOf(caller))
      const trial = await tryHook(hook, event, db)
      return async () => {
        audit({
          target: { kind: 'hook', id },
          after: { event, trial: trial.status ?? trial.why ?? trial.kind },
        })
        return trial
      }
    },

    resume: async ({ db, params: { id }, caller, audit }) => {
      await hookOf(db, id, ownerOf(caller))
      if (await resumeTarget(db, targetName(kind, id)))
        audit({ target: { kind: 'hook', id }, after: { resumed: true } })
      return null
    },

    deliveries: ({ db, body, caller }) => findPageOfDeliveries(db, kind, body, ownerOf(caller)),

    details: ({ db, params: { id }, caller }) => findDelivery(db, kind, id, ownerOf(caller)),

    again: async ({ db, params: { id }, caller, audit }) => {
      await findDelivery(db, kind, id, ownerOf(caller))
      await actingOnSeveral(services, act, {})({ db, caller, audit, body: { ids: [id] } })
      return findDelivery(db, kind, id, ownerOf(caller))
    },
    againMany: actingOnSeveral(services, act, {}),
    againCount: counting(services, act),
    againMatching: acting(services, act),

    figures: ({ db, body, caller }) => readFigures(db, kind, body, ownerOf(caller)),
  }

  /** Sends a made-up event. */
  async function tryHook(hook: Hook, event: ReachEvent, db: Db): Promise<PostbackTrial> {
    const values = exampleEvent(event)
    const secrets = secretsOf(vault, hook)
    const sign = await signOf(db, vault, hook, secrets)
    if (!sign) throw invalid({ event: 'templateFails' })
    try {
      const call = callOf(
        hook,
        [{ id: '0', eventId: values.eventId, values, ...builtFor(hook, values, secrets) }],
        secrets,
        sign,
      )
      const result = await outgoing.call({
        ...call.request,
        key: `${kind}Trial:${hook.id}`,
        limits: { concurrent: 1, calls: 20, seconds: 60 },
      })
      return shownTrial(call, result)
    } catch (error) {
      if (error instanceof TemplateFailure) throw invalid({ event: 'templateFails' })
      throw error
    }
  }
}
