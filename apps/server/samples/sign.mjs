// Signs a request with Node's own library (Node 18 or newer).
import { createHash, createHmac } from 'node:crypto'
import { pathToFileURL } from 'node:url'

/** The query's pairs, decoded, encoded by RFC 3986 and sorted by name, then by value. */
function queryOf(query) {
  const coded = (text) => {
    // One character of `bytes` is one byte; a percent sign without two hexadecimal digits stays.
    const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8')
      .toString('latin1')
      .replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    return bytes.replace(
      /[^A-Za-z0-9._~-]/g,
      (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
  }
  return query
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [name, ...value] = piece.split('=')
      return [coded(name), coded(value.join('='))]
    })
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map((pair) => pair.join('='))
    .join('&')
}

/** The value of x-signature. `target` is path and query as sent; `body` is the text or the bytes that are sent. */
export function sign(secret, { method, target, timestamp, nonce, body = '' }) {
  const cut = target.indexOf('?')
  const path = cut < 0 ? target : target.slice(0, cut)
  const query = cut < 0 ? '' : queryOf(target.slice(cut + 1))
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const text = [method, path, query, timestamp, nonce, bodyHash].join('\n')
  return `v1=${createHmac('sha256', secret).update(text).digest('hex')}`
}

// Started as a program: one JSON request per line of standard input, one signature per line of output.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let input = ''
  for await (const part of process.stdin.setEncoding('utf8')) input += part
  for (const line of input.split('\n').filter(Boolean)) {
    const { secret, ...request } = JSON.parse(line)
    process.stdout.write(`${sign(secret, request)}\n`)
  }
}
