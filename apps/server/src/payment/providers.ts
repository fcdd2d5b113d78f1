import {
  type ProviderKind,
  type ProviderProblem,
  type ProviderValues,
  providerFields,
  templateSecretPrefix,
} from '@kabao/contract/payment/payment-provider'
import type { PaymentTemplate } from '@kabao/contract/payment/payment-template'
import {
  decryptingSecretsOf,
  type ReceivingPart,
  receivingPartsOf,
} from '@kabao/contract/payment/receiving-secrets'
import { fixedOrigin } from '#partners'
import { problem } from './problem.ts'
import type { PaymentProvider, ProviderAccount, ProviderMaker, ProviderServices } from './provider.ts'
import { alipay } from './providers/alipay/alipay.ts'
import { pool } from './providers/pool.ts'
import { sandbox } from './providers/sandbox.ts'
import { readTemplate } from './providers/templated/check.ts'
import { templated } from './providers/templated/templated.ts'
import { wechat } from './providers/wechat/wechat.ts'

const makers: Record<ProviderKind, ProviderMaker> = {
  alipay,
  wechat,
  pool,
  sandbox,
  unionpay: templated('unionpay'),
  bank: templated('bank'),
}

/** The provider of a collection channel. It reads no key before the first call, so it can always be opened. */
export const openProvider = (account: ProviderAccount, services: ProviderServices): PaymentProvider =>
  makers[account.kind].open(account, services)

const hasTemplate = (kind: ProviderKind) => providerFields[kind].some(({ type }) => type === 'template')

function templateOf(kind: ProviderKind, settings: ProviderValues): PaymentTemplate | null {
  const read = hasTemplate(kind) ? readTemplate(settings.template) : null
  return read && 'template' in read ? read.template : null
}

/** What verifies or decrypts what the provider of a collection channel sends, in parts that are replaced together. */
export const receivingPartsIn = (kind: ProviderKind, settings: ProviderValues): readonly ReceivingPart[] =>
  receivingPartsOf(kind, templateOf(kind, settings))

/** The secrets of a template that decrypt answers, by the names of their fields. */
export const decryptingNamesIn = (kind: ProviderKind, settings: ProviderValues): string[] => {
  const template = templateOf(kind, settings)
  return template ? decryptingSecretsOf(template).map((name) => `${templateSecretPrefix}${name}`) : []
}

/** The names of the values that are stored encrypted and never shown; a template adds those that it names. */
export function secretNamesOf(kind: ProviderKind, settings: ProviderValues): string[] {
  const own = providerFields[kind].flatMap(({ name, isSecret }) => (isSecret ? [name] : []))
  const named = templateOf(kind, settings)?.secrets ?? []
  return [...own, ...named.map(({ name }) => `${templateSecretPrefix}${name}`)]
}

/**
 * The hosts that a template calls and did not call before. Who edits an address could send a secret to it, so with such a host every
 * secret must be entered again, as for connection templates (decision 043). Other kinds send only signatures.
 */
export function newHostsOf(kind: ProviderKind, before: ProviderValues, after: ProviderValues): string[] {
  const originsOf = (settings: ProviderValues) =>
    Object.values(templateOf(kind, settings)?.stages ?? {}).flatMap((stage) => fixedOrigin(stage.url) ?? [])
  const known = new Set(originsOf(before))
  return [...new Set(originsOf(after))].filter((origin) => !known.has(origin))
}

/**
 * What is wrong with the settings and secrets of a collection channel, for its form; an empty list if they may be saved. Secrets that are
 * kept as they are must be given as well, because pairs are compared. Secrets that the template does not name any more are no problem.
 */
export function checkProvider(
  { kind, settings, secrets }: Pick<ProviderAccount, 'kind' | 'settings' | 'secrets'>,
  now: Date,
): ProviderProblem[] {
  const secretNames = new Set(secretNamesOf(kind, settings))
  const fields = providerFields[kind]
  const known = new Set([...fields.map(({ name }) => name), ...secretNames])
  const found = [
    ...Object.keys(settings).flatMap((name) =>
      known.has(name) && !secretNames.has(name) ? [] : [problem(name, 'unknownField')],
    ),
    ...Object.keys(secrets).flatMap((name) =>
      secretNames.has(name) || (hasTemplate(kind) && name.startsWith(templateSecretPrefix))
        ? []
        : [problem(name, 'unknownField')],
    ),
    ...fields.flatMap(({ name, isSecret, isRequired, most }) => {
      const value = (isSecret ? secrets : settings)[name] ?? ''
      if (value === '') return isRequired ? [problem(name, 'required')] : []
      return value.length > most ? [problem(name, 'tooLong')] : []
    }),
  ]
  return found.length > 0 ? found : makers[kind].check({ settings, secrets }, now)
}
