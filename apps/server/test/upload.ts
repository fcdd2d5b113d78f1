import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'

export interface Part {
  name: string
  content: Buffer | string
  type?: string
}

/** Uploads files to the app like a browser; returns the envelope. */
export const upload = (
  app: FastifyInstance,
  token: string | null,
  use: string,
  parts: readonly Part[],
  language = 'zh-CN',
) => uploadTo(app, token, `/api/common/upload?use=${use}`, parts, language)

/** The same to any endpoint that takes files. */
export async function uploadTo(
  app: FastifyInstance,
  token: string | null,
  url: string,
  parts: readonly Part[],
  language = 'zh-CN',
) {
  const { headers, payload } = await formOf(parts)
  const response = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'accept-language': language, ...(token && { token }) },
    payload,
  })
  return response.json()
}

/** Files as a browser sends them. */
export async function formOf(parts: readonly Part[]) {
  const form = new FormData()
  for (const { name, content, type = 'application/octet-stream' } of parts)
    form.append('files', new Blob([content as BlobPart], { type }), name)
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') as string },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

/** A blue picture. */
export const picture = (width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: '#1677ff' } })
