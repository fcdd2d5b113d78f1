import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret/with+signs' }
const bucket = 'kabao-test'
const region = 'eu-test-1'

/** It answers, answers with errors, asks for less, takes requests and never answers, or breaks every connection. */
export type S3Mode = 'well' | 'down' | 'busy' | 'silent' | 'gone'

/**
 * A small, strict S3 server: it computes the signature itself (AWS Signature Version 4), accepts content only whole and with the
 * signed hash, and has one bucket.
 */
export async function startS3() {
  const objects = new Map<string, { body: Buffer; type: string }>()
  const refused: string[] = []
  const uploads = multipart(objects)
  let mode: S3Mode = 'well'
  const server = createServer(async (request, response) => {
    if (mode === 'gone') return void request.socket.destroy()
    const body = await buffer(request)
    const say = (status: number, code: string) => {
      if (status === 403) refused.push(code)
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    }
    if (mode === 'silent') return
    if (mode === 'down') return say(500, 'InternalError')
    if (mode === 'busy') return say(503, 'SlowDown')
    const problem = distrust(request, body)
    if (problem) return say(403, problem)
    const [, asked, ...rest] = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').split('/')
    const key = rest.join('/')
    if (asked !== bucket) return say(404, 'NoSuchBucket')
    if (request.method === 'HEAD' && key === '') return response.end()
    const query = new URL(request.url ?? '', 'http://s3').searchParams
    const answer = uploads.answer(request.method ?? '', key, { query, body })
    if (answer !== null) {
      if (answer.etag !== undefined) response.setHeader('etag', answer.etag)
      return response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.xml)
    }
    const found = objects.get(key)
    switch (request.method) {
      case 'PUT':
        objects.set(key, { body, type: request.headers['content-type'] ?? '' })
        response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`)
        return response.end()
      case 'GET':
      case 'HEAD': {
        if (!found) return say(404, 'NoSuchKey')
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
        const part = from === undefined ? found.body : found.body.subarray(Number(from), Number(to) + 1)
        response.writeHead(from === undefined ? 200 : 206, {
          'content-type': found.type,
          'content-length': part.length,
        })
        return response.end(request.method === 'HEAD' ? undefined : part)
      }
      case 'DELETE':
        objects.delete(key)
        return response.writeHead(204).end()
      default:
        return say(405, 'MethodNotAllowed')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    options: {
      bucket,
      region,
      prefix: 'kabao/',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      keys,
    },
    objects,
    /** How many parts of larger objects arrived. */
    parts: uploads.arrived,
    /** Why requests were refused, in order. */
    refused,
    goDown: (now: boolean) => {
      mode = now ? 'down' : 'well'
    },
    become: (next: S3Mode) => {
      mode = next
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Objects that arrive in parts: the bytes of an object are there once all of it was put together. */
function multipart(objects: Map<string, { body: Buffer; type: string }>) {
  const open = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  let arrived = 0
  const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
  const xml = (name: string, content: string) => ({
    status: 200,
    etag: undefined,
    xml: `<?xml version="1.0"?><${name}>${content}</${name}>`,
  })
  /** @returns null for a request that is not about parts */
  function answer(method: string, key: string, { query, body }: { query: URLSearchParams; body: Buffer }) {
    const id = query.get('uploadId')
    if (query.has('uploads') && method === 'POST') {
      const made = `upload-${open.size + 1}`
      open.set(made, { key, parts: new Map() })
      return xml('InitiateMultipartUploadResult', `<UploadId>${made}</UploadId>`)
    }
    if (query.has('uploads')) {
      const found = [...open].filter((each) => each[1].key.startsWith(query.get('prefix') ?? ''))
      const list = found.map(
        ([each, of]) => `<Upload><Key>${of.key}</Key><UploadId>${each}</UploadId></Upload>`,
      )
      return xml('ListMultipartUploadsResult', list.join(''))
    }
    const upload = id === null ? undefined : open.get(id)
    if (id === null || !upload) return null
    switch (method) {
      case 'PUT':
        upload.parts.set(Number(query.get('partNumber')), body)
        arrived += 1
        return { status: 200, etag: etagOf(body), xml: '' }
      case 'GET': {
        const list = [...upload.parts].map(
          ([number, bytes]) => `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(bytes)}</ETag></Part>`,
        )
        return xml('ListPartsResult', list.join(''))
      }
      case 'POST': {
        const named = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map((found) => Number(found[1]))
        const inOrder = named.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))
        objects.set(upload.key, { body: Buffer.concat(inOrder), type: '' })
        open.delete(id)
        return xml('CompleteMultipartUploadResult', `<Key>${upload.key}</Key>`)
      }
      default:
        open.delete(id)
        return { status: 204, etag: undefined, xml: '' }
    }
  }
  return { answer, arrived: () => arrived }
}

/** S3's error code for a request; null if the request is signed correctly. */
function distrust(request: IncomingMessage, body: Buffer): string | null {
  const { headers, method = '', url = '' } = request
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return 'AccessDenied'
  const [, id, day, signedRegion, names = '', signature] = parts
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const date = String(headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < 15 * 60_000) || !date.startsWith(day ?? '-'))
    return 'RequestTimeTooSkewed'
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  const signed = names.split(';')
  const must = ['host', 'x-amz-date', 'x-amz-content-sha256']
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.includes(name))
  if (must.some((name) => !signed.includes(name)) || unsigned.length > 0) return 'AccessDenied'
  const hash = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch'

  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter((each) => each !== '')
      .map((each) => (each.includes('=') ? each : `${each}=`))
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = [day ?? '', region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${keys.secretAccessKey}`,
  )
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}
