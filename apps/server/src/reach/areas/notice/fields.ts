import type { BodyOf } from '@kabao/contract'
import {
  missingOf,
  type NoticeTargetKind,
  type NoticeTargetRow,
  type notice,
} from '@kabao/contract/reach/notice'
import { type Faults, refuseFaults } from '#platform/base/problem'
import type { Outgoing } from '#platform/outgoing/outgoing'
import { mailPorts } from '../../notice/mail.ts'
import type { NoticeSecrets } from '../../notice/target.ts'

type Fields = Omit<BodyOf<typeof notice.update>, 'id' | 'version' | 'kind'>

/** What of the fields belongs to a kind of target, and its new secrets. */
interface Read {
  columns: Omit<Fields, 'url' | 'secret'>
  secrets: NoticeSecrets
}

/**
 * What a person filled in, by the kind of the target.
 * @param before the stored target; null: it is a new one
 * @throws Problem at every field that is wrong
 */
export function fieldsOf(
  outgoing: Outgoing,
  kind: NoticeTargetKind,
  { url, secret, ...fields }: Fields,
  before: { row: NoticeTargetRow; secrets: NoticeSecrets } | null,
): Read {
  const faults: Faults = {}
  const own = ownOf(outgoing, kind, fields, url, before, faults)
  const isMoved = before !== null && (before.row.host !== own.host || before.row.port !== own.port)
  const kept = before?.secrets ?? {}
  // What is secret goes to no other host than it was meant for.
  if (isMoved && kept.secret !== undefined && secret === null) faults.secret = 'required'
  refuseFaults(faults)
  const next = secret === null ? kept.secret : secret
  const address = url ?? kept.url
  return {
    columns: Object.assign(fields, own),
    secrets: {
      ...(kind !== 'mail' && kind !== 'role' && address !== undefined && { url: address }),
      ...(kind !== 'wecom' && kind !== 'role' && next !== undefined && next !== '' && { secret: next }),
    },
  }
}

type Own = Pick<Fields, 'roleId' | 'host' | 'port' | 'security' | 'account' | 'sender' | 'addresses'>

const nothing = (): Own => ({
  roleId: null,
  host: null,
  port: null,
  security: null,
  account: null,
  sender: null,
  addresses: [],
})

/** @param faults gets what is wrong, by field */
function ownOf(
  outgoing: Outgoing,
  kind: NoticeTargetKind,
  { roleId, host, port, security, account, sender, addresses }: Omit<Fields, 'url' | 'secret'>,
  url: string | null,
  before: { row: NoticeTargetRow } | null,
  faults: Faults,
): Own {
  const kept = before?.row.host ?? null
  const isStored = kind !== 'role' && kind !== 'mail' && url === null && kept !== null
  const given = { roleId, url: isStored ? kept : url, host, port, security, sender, addresses }
  for (const name of missingOf(kind, given)) faults[name] = 'required'
  if (kind === 'role') return Object.assign(nothing(), { roleId })
  if (kind === 'mail') {
    const refused = host && port ? outgoing.lookAt({ host, port, ports: mailPorts }) : null
    if (refused)
      Object.assign(faults, refused.why === 'port' ? { port: 'range' } : { host: 'privateAddress' })
    return Object.assign(nothing(), { host, port, security, account: account || null, sender, addresses })
  }
  if (url === null) return Object.assign(nothing(), { host: kept })
  if (outgoing.look(url) !== null) faults.url = 'privateAddress'
  return Object.assign(nothing(), { host: URL.canParse(url) ? new URL(url).host : null })
}
