import type { Endpoint } from '@kabao/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#db/client'
import type { AuditEntry } from './audit.ts'
import { registerDocs } from './docs.ts'
import type { Api } from './openapi.ts'
import type { Problem } from './problem.ts'
import type { Served } from './serve.ts'

/** One call of an endpoint, by whom the door let in. */
export interface Called<C> {
  endpoint: Endpoint
  caller: C
  request: FastifyRequest
}

/**
 * A way in for one kind of callers: who they are, what they may do, how much they may send and what is kept of it. Doors
 * share how input is parsed, a write is one transaction and an answer is worded (`serve.ts`), and no caller.
 */
export interface Door<C> {
  /** What stands before every path: `/api`. */
  prefix: `/${string}`
  /**
   * Looks up, before the body is read, who says that he calls.
   * @returns null where nobody does
   */
  findCaller(request: FastifyRequest): Promise<C | null>
  /** Lets a caller make a call, before its body is read. @throws Problem */
  admit(endpoint: Endpoint, caller: C | null): void
  /**
   * Looks whether the caller is who he says, by the bytes of the body as they were sent. With it the body is kept whole and
   * parsed only afterwards; uploads are not taken.
   * @throws Problem
   */
  verify?(request: FastifyRequest, caller: C | null, rawBody: Buffer): Promise<void>
  /** How many bytes of a body are read. */
  bodyLimitOf(endpoint: Endpoint): number
  /** Counts a call to an endpoint that is open to anyone, before its body is read. @throws Problem */
  countOpen(request: FastifyRequest): Promise<void>
  /** Stands around the act of an endpoint, once its input is parsed; made once for each endpoint. */
  around(endpoint: Endpoint): Around<C>
  /** Keeps what a write did, in its transaction. */
  audit(db: Db, called: Called<C> & { entries: AuditEntry[] }): Promise<void>
  /** Keeps a refusal where it is news; the transaction was rolled back. It does not throw. */
  keepRefusal(called: Called<C> & { problem: Problem }): Promise<void>
}

export interface Asked<C> {
  caller: C | null
  request: FastifyRequest
  /** As the endpoint's schemas let it through. */
  input: { query: unknown; body: unknown }
  /** What an error says to the caller; null where it is our fault. */
  problemOf(error: unknown): Problem | null
}
/** Does what a call asks for. @throws Problem */
export type Around<C> = (asked: Asked<C>, act: () => Promise<unknown>) => Promise<unknown>

/** Opens a door: its endpoints below its prefix, and its document, which lists no others, at `/docs` below that. */
export function registerDoor(app: FastifyInstance, served: readonly Served[], api: Api): void {
  for (const each of served) each.register(app)
  registerDocs(app, api)
}
