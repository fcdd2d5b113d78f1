import type { ErrorLevel, ErrorSource } from '@kabao/contract/intake/error-report'
import { scrub } from '../base/scrub.ts'
import { fingerprintOf } from './fingerprint.ts'

/** Whom an error happened to: an administrator of the console, or a user of the product. */
export interface AffectedPerson {
  kind: 'admin' | 'user'
  id: string
}

/** An error as it is reported; its texts may hold personal data. */
export interface ErrorReport {
  source: Exclude<ErrorSource, 'partner'>
  level: ErrorLevel
  name: string
  message: string
  stack: string
  /** The address of the page, or the path of a request. */
  url: string
  userAgent: string | null
  /** Empty if unknown. */
  release: string
  /** Empty if it is not about a request to the service. */
  requestId: string
  person: AffectedPerson | null
}

/** An error as it is stored: without personal data, and with what makes two reports the same error. */
export interface ReportedError extends Omit<ErrorReport, 'source' | 'userAgent'> {
  source: ErrorSource
  userAgent: string
  /** SHA-256. */
  fingerprint: Buffer
  /** The organization of a failure of a partner, and the stage of its template. */
  orgId: string | null
  stage: string | null
}

/** Removes what must not be stored, and finds the group. */
export function cleaned({ name, message, stack, url, userAgent, ...rest }: ErrorReport): ReportedError {
  const texts = { name: clean(name), message: clean(message), stack: clean(stack) }
  return {
    ...rest,
    ...texts,
    url: clean(withoutIds(url.split(/[?#]/, 1)[0] as string)),
    userAgent: clean(userAgent ?? ''),
    fingerprint: fingerprintOf({ source: rest.source, ...texts }),
    orgId: null,
    stage: null,
  }
}

/** An address without ids and names, so that the report does not show whose page it was. */
const withoutIds = (url: string) => url.replace(/\/(\d+|[^/]*%[^/]*)(?=\/|$)/g, '/#')

/**
 * Removes possible personal data: phone and id numbers, the query of an address, Chinese text. Error messages of browsers and of
 * our code are English, so Chinese text in one is a value, which may be a name.
 */
const clean = (text: string) =>
  scrub(text.replace(/[?#][\w%.~[\]-]+=[^\s"'()]*/g, '').replace(/\p{Script=Han}[\p{Script=Han}·]*/gu, '…'))
