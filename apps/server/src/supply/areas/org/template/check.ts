import { createHash } from 'node:crypto'
import {
  type ConnectionTemplate,
  type TemplateStage,
  type TemplateStageSpec,
  templateStages,
} from '@kabao/contract/partners/template'
import type { OrgTemplate } from '@kabao/contract/supply/org-template'
import { checkSecrets, checkTemplate, fixedOrigin, tracePrevious } from '#partners'
import { invalid } from '#platform/base/problem'
import type { Outgoing } from '#platform/outgoing/outgoing'

/** The stages that a template has, in their order. */
export const stagesOf = ({ stages }: ConnectionTemplate): [TemplateStage, TemplateStageSpec][] =>
  templateStages.flatMap((name) => {
    const spec = stages[name]
    return spec ? [[name, spec] as [TemplateStage, TemplateStageSpec]] : []
  })

const originsOf = (template: ConnectionTemplate) =>
  stagesOf(template).flatMap(([, { url }]) => fixedOrigin(url) ?? [])

/**
 * Refuses a template that has problems, or an address that the service would not call. Problems that are overridable need a super
 * administrator with a reason.
 * @returns the reason if it was needed
 * @throws Problem at `template`, at the address of a stage, or at `override`
 */
export function refuseProblems(
  template: ConnectionTemplate,
  override: string | null,
  { isSuper, outgoing }: { isSuper: boolean; outgoing: Pick<Outgoing, 'look'> },
): string | null {
  const problems = checkTemplate(template)
  if (problems.some(({ overridable }) => !overridable)) throw invalid({ template: 'templateProblems' })
  for (const [name, { url }] of stagesOf(template))
    if (outgoing.look(`${fixedOrigin(url)}/`) !== null)
      throw invalid({ [`template.stages.${name}.url`]: 'privateAddress' })
  if (problems.length === 0) return null
  if (!isSuper || override === null) throw invalid({ override: 'templateReason' })
  return override
}

export interface SecretsGiven {
  /** The template that is stored now. */
  before: ConnectionTemplate | null
  template: ConnectionTemplate
  /** The new values. */
  secrets: readonly { name: string; value: string }[]
  /** The names of the stored ones. */
  stored: readonly string[]
}

/** Whether a template calls a host that the stored one does not call. */
export function hasNewHost(before: ConnectionTemplate | null, template: ConnectionTemplate): boolean {
  const known = before ? originsOf(before) : []
  return originsOf(template).some((origin) => !known.includes(origin))
}

/**
 * Refuses new values that are not of their kind, a secret without a value, and a new host with old values: otherwise, whoever may edit an address could send a
 * stored secret to a host of their own.
 * @throws Problem at `secrets`
 */
export function refuseSecrets({ before, template, secrets, stored }: SecretsGiven): void {
  const values = Object.fromEntries(secrets.map(({ name, value }) => [name, value]))
  const wrong = checkSecrets(template, values).filter(({ code }) => code === 'secretValue')
  for (const [at, { name }] of secrets.entries()) {
    if (!template.secrets.some((declared) => declared.name === name))
      throw invalid({ [`secrets.${at}.name`]: 'noSuchSecret' })
    if (wrong.some((each) => each.name === name)) throw invalid({ [`secrets.${at}.value`]: 'secretForm' })
  }
  const hasValue = ({ name }: { name: string }) => stored.includes(name) || Object.hasOwn(values, name)
  if (!template.secrets.every(hasValue)) throw invalid({ secrets: 'templateSecretMissing' })
  const keepsOne = template.secrets.some(({ name }) => stored.includes(name) && !Object.hasOwn(values, name))
  if (hasNewHost(before, template) && keepsOne) throw invalid({ secrets: 'templateSecretAgain' })
}

/** What the audit log calls the parts of a template; their titles are texts of the area. */
export const traced = {
  stages: 'templateStages',
  parts: 'templateParts',
  keys: 'templateKeys',
  newKeys: 'templateNewKeys',
  previousKeys: 'previousKeys',
  endedKey: 'endedKey',
  override: 'templateOverride',
  trial: 'templateTrial',
} as const

/** A template for the audit log: the address of each stage, and a digest that shows whether anything was changed. */
export const traceOf = (
  template: ConnectionTemplate | null,
  { secrets, previousSecrets }: Pick<OrgTemplate, 'secrets' | 'previousSecrets'>,
) => ({
  [traced.stages]: template
    ? stagesOf(template).map(([name, spec]) => `${name} ${spec.method} ${spec.url} #${digestOf(spec)}`)
    : [],
  [traced.parts]: template ? digestOf([template.secrets, template.maps]) : null,
  [traced.keys]: [...secrets],
  ...(previousSecrets.length > 0 && { [traced.previousKeys]: tracePrevious(previousSecrets) }),
})

const digestOf = (part: unknown) =>
  createHash('sha256').update(JSON.stringify(part)).digest('hex').slice(0, 8)
