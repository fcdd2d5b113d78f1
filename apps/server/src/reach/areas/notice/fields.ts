import type { BodyOf } from '@kabao/contract'
import {
  missingOf,
  type NoticeTargetKind,
  type NoticeTargetRow,
  type notice,
} from '@kabao/contract/reach/notice'
import { invalid } from '#platform/base/problem'
import type { Outgoing } from '#platform/outgoing/outgoing'
import { mailPorts } from '../../notice/mail.ts'
import type { NoticeSecrets } from '../../notice/target.ts'

type Fields = Omit<BodyOf<typeof notice.update>, 'id' | 'version'>

/** What of the fields belongs to a kind of target, and its new secrets. */
interface Read {
  columns: Omit<Fields, 'url' | 'secret'>
  secrets: NoticeSecrets
}

/**
 * What a person filled in, by the kind of the target.
 * @param before the stored target; null: it is a new one
 * @throws Problem at the field
 */
export function fieldsOf(
  outgoing: Outgoing,
  kind: NoticeTargetKind,
  { url, secret, ...fields }: Fields,
  before: { row: NoticeTargetRow; secrets: NoticeSecrets } | null,
): Read {
  const { quietFrom, quietTo } = fields
  if ((quietFrom === null) !== (quietTo === null) || (quietFrom !== null && quietFrom === quietTo))
    throw invalid({
      [quietFrom === null ? 'quietFrom' : 'quietTo']: quietFrom === quietTo ? 'range' : 'required',
    })
  const own = ownOf(outgoing, kind, fields, url, before)
  const isMoved = before !== null && (before.row.host !== own.host || before.row.port !== own.port)
  const kept = before?.secrets ?? {}
  // What is secret goes to no other host than it was meant for.
  if (isMoved && kept.secret !== undefined && secret === null) throw invalid({ secret: 'required' })
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

function ownOf(
  outgoing: Outgoing,
  kind: NoticeTargetKind,
  { roleId, host, port, security, account, sender, addresses }: Omit<Fields, 'url' | 'secret'>,
  url: string | null,
  before: { row: NoticeTargetRow } | null,
): Own {
  const kept = before?.row.host ?? null
  const isStored = kind !== 'role' && kind !== 'mail' && url === null && kept !== null
  const given = { roleId, url: isStored ? kept : url, host, port, security, sender, addresses }
  const missing = missingOf(kind, given)
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((name) => [name, 'required'])))
  if (kind === 'role') return Object.assign(nothing(), { roleId })
  if (kind === 'mail') {
    const refused = outgoing.lookAt({ host: host ?? '', port: port ?? 0, ports: mailPorts })
    if (refused) throw invalid(refused.why === 'port' ? { port: 'range' } : { host: 'privateAddress' })
    return Object.assign(nothing(), { host, port, security, account: account || null, sender, addresses })
  }
  if (url === null) return Object.assign(nothing(), { host: kept })
  if (outgoing.look(url) !== null) throw invalid({ url: 'privateAddress' })
  return Object.assign(nothing(), { host: new URL(url).host })
}
