import { securityHeaders } from '#platform/http/security-headers'

const everywhere = await securityHeaders()

/**
 * What is wrong with the headers of an answer, one sentence each. An answer has the headers of all answers, and no cache keeps it. A file
 * of a record has a policy under which nothing in it runs, and only the browser of the caller keeps it, which asks each time.
 * @param cache how the answer may be kept, if it is the same for everybody
 */
export function wrongHeaders(headers: Readonly<Record<string, unknown>>, cache?: string): string[] {
  const isFile = headers['content-disposition'] !== undefined
  const wanted = {
    ...everywhere,
    ...(isFile && {
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    }),
    ...(cache && { 'cache-control': cache }),
  }
  return Object.entries(wanted)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name, value]) => `has ${name}: ${headers[name]} instead of ${value}`)
}
