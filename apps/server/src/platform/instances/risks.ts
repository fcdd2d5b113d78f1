import type { Risk } from '@kabao/contract/operations/operation-instance'
import type { Config } from '../config/config.ts'

type Settings = Pick<
  Config,
  | 'isEmbedded'
  | 'takesSandbox'
  | 'allowedHosts'
  | 'isLocal'
  | 'trustProxy'
  | 'metricsToken'
  | 'drainSeconds'
  | 'logLevel'
>

/**
 * The settings of this instance that are risky in production.
 * @param isKeptFromAudit whether the service may only add to the audit log
 */
export function risksOf(config: Settings, isKeptFromAudit: boolean): Risk[] {
  const risks: Record<Risk, boolean> = {
    ownerRights: !isKeptFromAudit,
    embedded: config.isEmbedded,
    // The embedded demo is for trying out, the sandbox and all.
    sandbox: config.takesSandbox && !config.isEmbedded,
    anyHost: config.allowedHosts === null,
    noProxy: !config.isLocal && config.trustProxy === 0,
    noMetricsToken: config.metricsToken === null && !config.isEmbedded,
    noDrain: config.drainSeconds === 0 && !config.isEmbedded,
    wordyLog: config.logLevel === 'debug' || config.logLevel === 'trace',
  }
  return (Object.keys(risks) as Risk[]).filter((risk) => risks[risk])
}
