import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import { checkSecrets, fixedOrigin, type SecretValues } from '#partners'
import { invalid } from '#platform/base/problem'
import type { Outgoing } from '#platform/outgoing/outgoing'
import { problemsOf } from '../../template.ts'

/**
 * Refuses a template that has problems, or an address that the service would not call.
 * @throws Problem at `template`, or at its address
 */
export function refuseTemplate(template: PostbackTemplate, outgoing: Pick<Outgoing, 'look'>): void {
  if (problemsOf(template).length > 0) throw invalid({ template: 'templateProblems' })
  if (outgoing.look(`${fixedOrigin(template.request.url)}/`) !== null)
    throw invalid({ 'template.request.url': 'privateAddress' })
}

/**
 * The values of the secrets of a template: the new ones, and the stored ones of those that are left out. A new host needs every value again:
 * otherwise, whoever may edit an address could send a stored secret to a host of their own.
 * @throws Problem at `secrets`
 */
export function newSecrets(
  template: PostbackTemplate,
  given: readonly { name: string; value: string }[],
  stored: { template: PostbackTemplate; secrets: SecretValues } | null,
): SecretValues {
  const values = Object.fromEntries(given.map(({ name, value }) => [name, value]))
  const wrong = checkSecrets(template, values).filter(({ code }) => code === 'secretValue')
  for (const [at, { name }] of given.entries()) {
    if (!template.secrets.some((declared) => declared.name === name))
      throw invalid({ [`secrets.${at}.name`]: 'noSuchSecret' })
    if (wrong.some((each) => each.name === name)) throw invalid({ [`secrets.${at}.value`]: 'secretForm' })
  }
  const isSameHost =
    stored !== null && fixedOrigin(stored.template.request.url) === fixedOrigin(template.request.url)
  const names = new Set(template.secrets.map(({ name }) => name))
  const kept = Object.entries(stored?.secrets ?? {}).filter(
    ([name]) => names.has(name) && !Object.hasOwn(values, name),
  )
  if (!isSameHost && kept.length > 0) throw invalid({ secrets: 'templateSecretAgain' })
  const all = { ...Object.fromEntries(kept), ...values }
  if (![...names].every((name) => Object.hasOwn(all, name)))
    throw invalid({ secrets: 'templateSecretMissing' })
  return all
}
