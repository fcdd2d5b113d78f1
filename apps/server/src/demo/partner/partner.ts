import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerBy, type Behavior, behaviors, bodyOf, outcomeOf } from './behaviors.ts'
import { PartnerMemory, type PartnerStage, partnerStages } from './memory.ts'

/** How the built-in partner behaves as one organization: the behaviors by turns, from the first. */
export interface PartnerRules {
  behaviors: readonly Behavior[]
  /** As `behaviors`, for checks and for logins. */
  checks: readonly Behavior[]
  logins: readonly Behavior[]
  slowMs: number
  /** For how long it asks not to be called when it is `busy`. */
  busySeconds: number
  /** How long after the submit a query is told. */
  toldAfterMs: number
  /** The price that its replies give for a person, in fen. */
  priceFen?: number
}

export const standardRules: PartnerRules = {
  behaviors: ['accept'],
  checks: ['accept'],
  logins: ['accept'],
  slowMs: 2_000,
  busySeconds: 2,
  toldAfterMs: 0,
}

export interface Partner {
  port: number
  memory: PartnerMemory
  /** Sets how it behaves as an organization, from the next request on. */
  set(org: string, rules: Partial<PartnerRules>): void
  stop(): Promise<void>
}

const mostBytes = 256 * 1024

/**
 * A partner for tests and the demo: a real HTTP server that plays any number of organizations. `POST /ORG/STAGE` with the stage
 * `check`, `submit`, `login` or `query` takes JSON with a `requestId`; `PUT /ORG/rules` sets the behavior; `GET /ORG` tells what
 * arrived, `GET /ORG/decisions` what was decided about each.
 */
export async function startPartner({ port = 0, host = '127.0.0.1' } = {}): Promise<Partner> {
  const memory = new PartnerMemory()
  const rules = new Map<string, PartnerRules>()
  const turns = new Map<string, number>()
  const rulesOf = (org: string) => rules.get(org) ?? standardRules
  const set: Partner['set'] = (org, changed) => void rules.set(org, { ...rulesOf(org), ...changed })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const [org = '', stage = ''] = (request.url ?? '').split('?')[0]?.split('/').filter(Boolean) ?? []
    const body = await readJson(request)
    if (request.method === 'GET' && stage === '')
      return say(response, 200, {
        received: memory.received.filter((each) => each.org === org).length,
        accepted: memory.accepted(org),
        rules: rulesOf(org),
      })
    if (request.method === 'GET' && stage === 'decisions') return say(response, 200, memory.decisions(org))
    if (request.method === 'PUT' && stage === 'rules') {
      const given = readRules(body)
      if (!given) return say(response, 400, { error: `behaviors are ${behaviors.join(', ')}` })
      set(org, given)
      return say(response, 200, rulesOf(org))
    }
    const requestId = typeof body.requestId === 'string' ? body.requestId : ''
    if (request.method !== 'POST' || requestId === '' || !isStage(stage))
      return say(response, 404, { error: 'unknown' })
    memory.received.push({ org, stage, requestId })
    if (stage === 'query') return tell(response, org, requestId)
    act(response, org, stage, requestId)
  }

  function act(
    response: ServerResponse,
    org: string,
    stage: Exclude<PartnerStage, 'query'>,
    requestId: string,
  ) {
    const { behaviors, checks, logins, slowMs, busySeconds, toldAfterMs, priceFen } = rulesOf(org)
    const inTurn = { check: checks, submit: behaviors, login: logins }[stage]
    const turn = turns.get(`${org} ${stage}`) ?? 0
    turns.set(`${org} ${stage}`, turn + 1)
    const behavior = inTurn[turn % inTurn.length] ?? 'accept'
    const outcome = outcomeOf[behavior]
    const decision = {
      outcome,
      orderId: `P${org}-${requestId}`,
      toldFrom: Date.now() + toldAfterMs,
      priceFen,
    }
    // Who was not taken may come again.
    const isKept = stage === 'submit' && outcome !== 'failed'
    const decided = isKept ? memory.decide(org, requestId, decision) : decision
    answerBy[behavior]({ org, requestId, stage, response, decided, slowMs, busySeconds })
  }

  function tell(response: ServerResponse, org: string, requestId: string) {
    const decided = memory.find(org, requestId)
    if (!decided) return say(response, 200, { code: '4404', message: 'unknown request', data: {} })
    if (decided.toldFrom > Date.now())
      return say(response, 200, { code: '3001', message: 'in progress', data: {} })
    response.writeHead(200, { 'content-type': 'application/json' }).end(bodyOf(decided))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    memory,
    set,
    stop: () => close(server),
  }
}

const isStage = (name: string): name is PartnerStage => (partnerStages as readonly string[]).includes(name)

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The JSON object of a request; an empty one if it has none. */
async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > mostBytes) throw new Error('The request is too large')
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function readRules(body: Record<string, unknown>): Partial<PartnerRules> | null {
  const lists: Partial<PartnerRules> = {}
  for (const name of ['behaviors', 'checks', 'logins'] as const) {
    const given = body[name]
    if (given === undefined) continue
    if (!Array.isArray(given) || given.length === 0 || !given.every((each) => behaviors.includes(each)))
      return null
    lists[name] = given
  }
  const number = (name: 'slowMs' | 'busySeconds' | 'toldAfterMs') =>
    typeof body[name] === 'number' ? { [name]: body[name] } : {}
  return { ...lists, ...number('slowMs'), ...number('busySeconds'), ...number('toldAfterMs') }
}
