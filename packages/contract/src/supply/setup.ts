import * as z from 'zod'
import { id } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'

/**
 * What a channel needs until people flow, in this order. `addresses`: its requests come from a list of addresses, which is recommended but not needed; `call`: a signed
 * request came with a live key; `person`: an organization accepted a person whom it brought.
 */
export const channelSteps = ['enabled', 'key', 'addresses', 'call', 'person'] as const
/**
 * What an organization needs until people flow, in this order. `connection`: it has a connection template with all its secrets;
 * `trial`: a trial of this template was answered, and the answer read; `run`: one of its plans runs.
 */
export const orgSteps = ['connection', 'trial', 'balance', 'plan', 'run', 'enabled'] as const

/** Whether each step is done. */
const stepsOf = <S extends string>(names: readonly S[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<S, z.ZodBoolean>)

const channelSetup = z.object({ steps: stepsOf(channelSteps) })
channelSetup.register(z.globalRegistry, { id: 'ChannelSetup' })
const orgSetup = z.object({
  steps: stepsOf(orgSteps),
  /** Its newest plan that could be started; null: none. */
  planId: id.nullable(),
})
orgSetup.register(z.globalRegistry, { id: 'OrgSetup' })

const setupOf = <const P extends `/${string}`, A extends z.ZodType>(
  path: P,
  { what: [zh, en], answer, ...owned }: { what: Words; answer: A; owned?: true },
) =>
  ({
    setup: {
      method: 'GET',
      path: `${path}/{id}/setup`,
      kind: 'read',
      point: 'page',
      ...owned,
      summary: [`查看${zh}的接入进度`, `View the setup of ${en}`],
      answer,
    },
  }) as const

/** Which steps are done for a channel. @param path of the rows of a list of channels */
export const channelSetupEndpoint = <const P extends `/${string}`>(path: P, what: Words) =>
  setupOf(path, { what, answer: channelSetup, owned: true })

/** Which steps are done for an organization. @param path of the rows of a list of organizations */
export const orgSetupEndpoint = <const P extends `/${string}`>(path: P, what: Words) =>
  setupOf(path, { what, answer: orgSetup })

export type ChannelStep = (typeof channelSteps)[number]
export type OrgStep = (typeof orgSteps)[number]
export type OrgSetup = z.output<typeof orgSetup>
