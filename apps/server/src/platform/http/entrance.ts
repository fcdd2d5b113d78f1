import type { Endpoint, Language, Wording } from '@kabao/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Problem } from '../base/problem.ts'
import type { Db } from '../db/client.ts'
import type { AuditEntry } from './audit.ts'
import { registerDocs } from './docs.ts'
import type { Keeping } from './kept-answers.ts'
import type { Api } from './openapi.ts'
import type { Reader } from './reads.ts'
import type { Served } from './serve.ts'

/** One request to an endpoint, with the caller that was admitted. */
export interface Called<C> {
  endpoint: Endpoint
  caller: C
  request: FastifyRequest
}

/**
 * An entry point of the API for one kind of callers: how they are identified, what they may do, how much they may send, and what
 * is logged of it. Entrances share the parsing of input, the transaction of a write and the wording of responses (`serve.ts`), but no
 * callers.
 */
export interface Entrance<C, N = C> {
  /** The prefix of every path: `/api`. */
  prefix: `/${string}`
  /**
   * Identifies the caller before the body is read. One who is not verified yet has a type of their own, `N`, which no handler takes.
   * @returns null if the request names no caller
   */
  findCaller(request: FastifyRequest): Promise<N | null>
  /** Checks whether a caller may make a request, before its body is read. @throws Problem */
  admit(endpoint: Endpoint, caller: N | null): void
  /**
   * Authenticates the caller by the raw bytes of the body. If it is defined, the body is read whole before it is parsed, and
   * uploads are not accepted.
   * @returns the verified caller; null if the request names none
   * @throws Problem
   */
  verify?(request: FastifyRequest, caller: N | null, rawBody: Buffer): Promise<C | null>
  /** What says from where a caller may read. Without it, and for null, all reads go to the primary. */
  readerOf?(caller: C | null): Reader | null
  /**
   * How the answer of a write is kept, so that the same call sent again is answered with it. Without it, and for null, each call is done.
   * @throws Problem if the key of the call is wrong
   */
  keepingOf?(call: Called<C> & { input: unknown }): Keeping | null
  /** The sentences for what the schemas find in an input. Default: `wordServiceIssue`. */
  wording?: Wording
  /** The maximum size of a body in bytes. */
  bodyLimitOf(endpoint: Endpoint): number
  /** Counts a request to a public endpoint, before its body is read. @throws Problem */
  countOpen(request: FastifyRequest): Promise<void>
  /** Wraps the handler of an endpoint, after its input is parsed; called once per endpoint. */
  around(endpoint: Endpoint): Around<C>
  /**
   * Runs the handlers of this entrance. Without it, a write runs in a transaction of its own and a read on the pool.
   * @returns the text of the envelope, which is sent as it is
   * @throws Problem
   */
  run?(call: RunCall<C>): Promise<string>
  /** Whether also reads by this caller, and writes that concern only the caller, are in the audit log. Default: no. */
  auditsAll?(caller: C | null): boolean
  /** Writes the audit log entry of a call, for a write in its transaction. */
  audit(db: Db, called: Called<C> & { entries: AuditEntry[] }): Promise<void>
  /** Writes the audit log entry of a refusal, if one is due; the transaction was rolled back. It does not throw. */
  keepRefusal(called: Called<C | N> & { problem: Problem }): Promise<void>
}

/** One call that is about to be handled. */
export interface RunCall<C> {
  endpoint: Endpoint
  caller: C | null
  request: FastifyRequest
  language: Language
  /** Calls the handler. Its answer is not checked yet. */
  act(db: Db): Promise<unknown>
}

export interface ParsedCall<C> {
  caller: C | null
  request: FastifyRequest
  /** The parsed input. */
  input: { query: unknown; body: unknown }
  /** Turns an error into the refusal that the caller sees; null if it is the service's fault. */
  problemOf(error: unknown): Problem | null
}
/** Handles a request. @throws Problem */
export type Around<C> = (call: ParsedCall<C>, act: () => Promise<unknown>) => Promise<unknown>

/** Registers an entrance: its endpoints under its prefix, and its document, which lists only these, at `/docs` under it. */
export function registerEntrance(app: FastifyInstance, served: readonly Served[], api: Api): void {
  for (const each of served) each.register(app)
  registerDocs(app, api)
}
