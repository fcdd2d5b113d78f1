import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import { checkSecrets, fixedOrigin, type SecretValues } from '#partners'
import type { Faults } from '#platform/base/problem'
import type { Outgoing } from '#platform/outgoing/outgoing'
import { problemsOf } from '../../template.ts'

/** Notes that a template has problems, and that the service would not call its address. @param faults gets them, by field */
export function checkTemplate(
  template: PostbackTemplate,
  outgoing: Pick<Outgoing, 'look'>,
  faults: Faults,
): void {
  if (problemsOf(template).length > 0) faults.template = 'templateProblems'
  const origin = fixedOrigin(template.request.url)
  // An address without a fixed beginning is a problem of the template.
  if (origin !== null && outgoing.look(`${origin}/`) !== null)
    faults['template.request.url'] = 'privateAddress'
}

/**
 * The values of the secrets of a template: the new ones, and the stored ones of those that are left out. A new host needs every value again:
 * otherwise, whoever may edit an address could send a stored secret to a host of their own.
 * @param faults gets what is wrong with them, by field
 */
export function newSecrets(
  template: PostbackTemplate,
  given: readonly { name: string; value: string }[],
  stored: { template: PostbackTemplate; secrets: SecretValues } | null,
  faults: Faults,
): SecretValues {
  const values = Object.fromEntries(given.map(({ name, value }) => [name, value]))
  const wrong = checkSecrets(template, values).filter(({ code }) => code === 'secretValue')
  for (const [at, { name }] of given.entries()) {
    if (!template.secrets.some((declared) => declared.name === name))
      faults[`secrets.${at}.name`] = 'noSuchSecret'
    if (wrong.some((each) => each.name === name)) faults[`secrets.${at}.value`] = 'secretForm'
  }
  const isSameHost =
    stored !== null && fixedOrigin(stored.template.request.url) === fixedOrigin(template.request.url)
  const names = new Set(template.secrets.map(({ name }) => name))
  const kept = Object.entries(stored?.secrets ?? {}).filter(
    ([name]) => names.has(name) && !Object.hasOwn(values, name),
  )
  const all = { ...Object.fromEntries(kept), ...values }
  if (!isSameHost && kept.length > 0) faults.secrets = 'templateSecretAgain'
  else if (![...names].every((name) => Object.hasOwn(all, name))) faults.secrets = 'templateSecretMissing'
  return all
}
