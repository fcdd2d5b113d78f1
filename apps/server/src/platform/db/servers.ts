import pg from 'pg'
import { type Address, type Host, readAddress, type Wanted } from './address.ts'

/** How long one host is waited for, and the others once one was found, in milliseconds. */
const probeMs = 2_000
const othersMs = 300
/** How long a search that found nothing stands, so that not every call asks every host. In milliseconds. */
const failedMs = 250
/** A connection that is being opened for longer than this may hang at a server that is gone. In milliseconds. */
const openingMs = 1_000

/** A connection, as those who cut it see it. */
export interface Member {
  /** When its server was started, as the server says; null until it is open. */
  readonly serverStart: string | null
  readonly since: number
  cut(why: string): void
}

interface State {
  isStandby: boolean
  isReadOnly: boolean
  /** Grows with every server that takes over; 0 on a standby. */
  timeline: number
}

/**
 * The servers behind one address. It finds the host that is wanted among several, and cuts the connections to a server that another
 * one has taken over from: they may be silent for minutes, or be at an old primary that goes on as if nothing had happened.
 */
export class Servers {
  readonly #address: Address
  readonly #main: Servers | null
  readonly #members = new Set<Member>()
  #current: Host | null = null
  #finding: Promise<Host> | null = null
  #start: string | null = null
  #timeline = 0

  /** @param main the servers whose change cuts the connections of this address too */
  constructor(address: Address, main: Servers | null = null) {
    this.#address = address
    this.#main = main
  }

  get areSeveral(): boolean {
    return this.#address.hosts.length > 0
  }

  get isShared(): boolean {
    return this.#address.isShared
  }

  /** @returns the host to connect to; null if there is one only @throws Error if none is what is wanted at the moment */
  async find(): Promise<Host | null> {
    if (!this.areSeveral) return null
    if (this.#current) return this.#current
    if (this.#finding) return this.#finding
    const finding = this.#search()
    this.#finding = finding
    const forget = () => {
      this.#finding = null
    }
    finding.then(forget, () => setTimeout(forget, failedMs).unref())
    return finding
  }

  /** A connection to the host failed, so the next one looks at all hosts again. */
  distrust(host: Host | null): void {
    if (host === this.#current) this.#current = null
  }

  /** @throws Error if a connection may not end at such a server */
  admit(state: Omit<State, 'timeline'>): void {
    if (!suits(this.#address.wanted, state)) throw noServer(this.#address.wanted)
  }

  join(member: Member): void {
    this.#members.add(member)
    this.#main?.join(member)
  }

  leave(member: Member): void {
    this.#members.delete(member)
    this.#main?.leave(member)
  }

  /** A connection is open at a primary, which was started then; connections to another one are cut. */
  opened(start: string): void {
    const isOther = this.#start !== null && this.#start !== start
    this.#start = start
    if (!isOther) return
    const now = performance.now()
    for (const member of [...this.#members]) {
      const isOpening = member.serverStart === null && now - member.since < openingMs
      if (member.serverStart !== start && !isOpening)
        member.cut('The database is served by another server now')
    }
  }

  /** Asks all hosts at once. A host that is silent delays nothing once another one has answered. */
  async #search(): Promise<Host> {
    const { hosts, wanted } = this.#address
    const found: { host: Host; timeline: number }[] = []
    let few: () => void = () => undefined
    const soon = new Promise<void>((resolve) => {
      few = () => void setTimeout(resolve, othersMs)
    })
    const probes = hosts.map(async (host) => {
      const state = await stateOf(this.#address.connectionString, host)
      // An old primary that comes back still believes that it may be written to.
      if (!suits(wanted, state) || (!state.isStandby && state.timeline < this.#timeline)) return
      found.push({ host, timeline: state.timeline })
      few()
    })
    const all = Promise.allSettled(probes)
    await Promise.race([all, soon])
    const [best] = found.sort((a, b) => b.timeline - a.timeline)
    if (!best) {
      const failure = (await all).find((each) => each.status === 'rejected')?.reason
      throw noServer(wanted, failure)
    }
    this.#timeline = Math.max(this.#timeline, best.timeline)
    this.#current = best.host
    return best.host
  }
}

/** How the pools of one address connect. @throws Error in a few words that hold nothing of the address */
export function connectionTo(url: string, main: Servers | null = null) {
  const address = readAddress(url)
  return { connectionString: address.connectionString, servers: new Servers(address, main) }
}

function suits(wanted: Wanted, { isStandby, isReadOnly }: Omit<State, 'timeline'>): boolean {
  switch (wanted) {
    case 'any':
      return true
    case 'read-write':
      return !isStandby && !isReadOnly
    case 'primary':
      return !isStandby
    case 'read-only':
      return isStandby || isReadOnly
    case 'standby':
      return isStandby
  }
}

const noServer = (wanted: Wanted, cause?: unknown): Error =>
  new Error(`The database has no server that is ${wanted} at the moment`, { cause })

async function stateOf(connectionString: string, { host, port }: Host): Promise<State> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
  client.on('error', () => undefined)
  client.host = host
  client.port = port
  const end = () => client.end().catch(() => undefined)
  const late = setTimeout(() => streamOf(client).destroy(), 2 * probeMs)
  try {
    await client.connect()
    const { rows } = await client.query(`
      select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
        case when pg_is_in_recovery() then 0
          else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`)
    void end()
    return rows[0]
  } catch (error) {
    streamOf(client).destroy()
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** The driver's socket, which a TLS socket replaces during the handshake. */
export const streamOf = (client: pg.Client): import('node:net').Socket =>
  (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream
