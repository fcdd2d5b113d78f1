import type { ProviderProblem } from '@kabao/contract/payment/payment-provider'
import { addressProblems } from '../../address.ts'
import { certificateProblems, privateKeyProblems, publicKeyProblems, readCertificates } from '../../keys.ts'
import { problem } from '../../problem.ts'
import type { ProviderAccount } from '../../provider.ts'

/** What is wrong with the settings and keys of an application of Alipay. */
export function checkAlipay(
  { settings, secrets }: Pick<ProviderAccount, 'settings' | 'secrets'>,
  now: Date,
): ProviderProblem[] {
  return [
    ...(/^\d{16}$/.test(settings.appId ?? '') ? [] : [problem('appId', 'appId')]),
    ...(/^2088\d{12}$/.test(settings.sellerId ?? '') ? [] : [problem('sellerId', 'sellerId')]),
    ...privateKeyProblems('privateKey', secrets.privateKey),
    ...ofProviderKey(settings, secrets.privateKey ?? '', now),
    ...addressProblems('gateway', settings.gateway),
  ]
}

const certificates = ['appCert', 'alipayCert', 'alipayRootCert'] as const

/** Either the key of Alipay or three certificates. */
function ofProviderKey(settings: ProviderAccount['settings'], own: string, now: Date): ProviderProblem[] {
  const given = certificates.filter((name) => settings[name])
  if (given.length === 0)
    return settings.alipayPublicKey
      ? publicKeyProblems('alipayPublicKey', settings.alipayPublicKey, own)
      : [problem('alipayPublicKey', 'required')]
  const missing = certificates.filter((name) => !settings[name])
  if (missing.length > 0) return missing.map((name) => problem(name, 'together'))
  if (settings.alipayPublicKey) return [problem('alipayPublicKey', 'together')]
  const roots = readCertificates(settings.alipayRootCert as string)
  return [
    ...certificateProblems('appCert', settings.appCert as string, now, own),
    ...certificateProblems('alipayCert', settings.alipayCert as string, now),
    // It is a list, with certificates of kinds that Node does not read, and some that have expired.
    ...(roots.some((each) => now <= new Date(each.validTo))
      ? []
      : [problem('alipayRootCert', 'certificate')]),
  ]
}
