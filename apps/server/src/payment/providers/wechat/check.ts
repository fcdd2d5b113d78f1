import type { ProviderProblem } from '@kabao/contract/payment/payment-provider'
import { addressProblems } from '../../address.ts'
import { certificateProblems, privateKeyProblems, publicKeyProblems } from '../../keys.ts'
import { problem } from '../../problem.ts'
import type { ProviderAccount } from '../../provider.ts'

/** What is wrong with the settings and keys of a merchant of WeChat Pay. */
export function checkWechat(
  { settings, secrets }: Pick<ProviderAccount, 'settings' | 'secrets'>,
  now: Date,
): ProviderProblem[] {
  const { merchantNo = '', appId = '', merchantCert = '', publicKeyId, publicKey } = settings
  const { privateKey = '', apiKey = '' } = secrets
  const found = [
    ...(/^\d{8,10}$/.test(merchantNo) ? [] : [problem('merchantNo', 'merchantNo')]),
    ...(/^wx[0-9a-z]{16}$/.test(appId) ? [] : [problem('appId', 'appId')]),
    ...privateKeyProblems('privateKey', privateKey),
    ...certificateProblems('merchantCert', merchantCert, now, privateKey),
    ...(Buffer.byteLength(apiKey) === 32 ? [] : [problem('apiKey', 'apiKey')]),
    ...addressProblems('gateway', settings.gateway),
  ]
  if (publicKeyId && !/^PUB_KEY_ID_\w{1,60}$/.test(publicKeyId))
    found.push(problem('publicKeyId', 'publicKeyId'))
  if (publicKey) found.push(...publicKeyProblems('publicKey', publicKey, privateKey))
  if (publicKey && !publicKeyId) found.push(problem('publicKeyId', 'together'))
  if (publicKeyId && !publicKey) found.push(problem('publicKey', 'together'))
  return found
}
