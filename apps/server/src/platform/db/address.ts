/** One host of a database; a folder is that of a socket. */
export interface Host {
  host: string
  port: number
}

/** Which server a connection may end at, as in libpq. */
export const wantedServers = ['any', 'read-write', 'primary', 'read-only', 'standby'] as const
export type Wanted = (typeof wantedServers)[number]

/** What an address of a database says beyond what the driver understands. */
export interface Address {
  /** The address with its first host only, and without the two parameters that are ours. */
  connectionString: string
  /** Every host if there are several; none if there is one. */
  hosts: readonly Host[]
  wanted: Wanted
  /** It leads to a pooler that gives a connection away after each transaction (`pool_mode=transaction`). */
  isShared: boolean
}

const standardPort = 5432
const form = /^(postgres(?:ql)?:\/\/)([^/?]*@)?([^/?]*)([^?]*)(?:\?(.*))?$/

/**
 * Reads an address such as `postgres://u:p@a:5432,b:5432/kabao?target_session_attrs=read-write`.
 * @throws Error in a few words that hold nothing of the address, which has a password
 */
export function readAddress(url: string): Address {
  const [, scheme, user = '', authority = '', path = '', query = ''] = form.exec(url) ?? []
  if (scheme === undefined) throw new Error('must begin with postgres://')
  const parameters = new URLSearchParams(query)
  const hosts = hostsOf(parameters.get('host') ?? authority, parameters.get('port'))
  const attrs = parameters.get('target_session_attrs')
  const wanted = wantedServers.find((each) => each === attrs)
  if (attrs !== null && !wanted)
    throw new Error(`target_session_attrs must be one of ${wantedServers.join(', ')}`)
  const mode = parameters.get('pool_mode') ?? 'session'
  if (!/^(session|transaction)$/.test(mode)) throw new Error('pool_mode must be session or transaction')
  const isSeveral = hosts.length > 1
  // One host is left as it is written, because its forms are the driver's own.
  const first = hosts[0]
  if (isSeveral && first) {
    parameters.set('host', first.host)
    parameters.set('port', String(first.port))
  }
  parameters.delete('target_session_attrs')
  parameters.delete('pool_mode')
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  return {
    connectionString: `${scheme}${user}${isSeveral ? '' : authority}${path}${rest}`,
    hosts: isSeveral ? hosts : [],
    // Of several, one can be written to; the others would refuse the first write.
    wanted: wanted ?? (isSeveral ? 'read-write' : 'any'),
    isShared: mode === 'transaction',
  }
}

/** @returns what is wrong with an address, in a few words that hold nothing of it; null if nothing is */
export function faultIn(url: string): string | null {
  try {
    readAddress(url)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

function hostsOf(list: string, ports: string | null): Host[] {
  const port = ports?.split(',')
  const hosts = list.split(',')
  if (port && port.length > 1 && port.length !== hosts.length)
    throw new Error('must have one port, or as many ports as hosts')
  return hosts.map((each, index) => {
    const [, name = '', own] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(each) ?? []
    if (name === '' && hosts.length > 1) throw new Error('must name hosts as host:port, separated by commas')
    const number = own ?? port?.[port.length === 1 ? 0 : index] ?? ''
    return { host: decoded(name.replace(/^\[|\]$/g, '')), port: Number(number || standardPort) }
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('has a host that cannot be read')
  }
}
