import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'

export interface Part {
  name: string
  content: Buffer | string
  type?: string
}

/** Uploads files to the app like a browser; returns the envelope. */
export async function upload(
  app: FastifyInstance,
  token: string | null,
  use: string,
  parts: readonly Part[],
  language = 'zh-CN',
) {
  const form = new FormData()
  for (const { name, content, type = 'application/octet-stream' } of parts)
    form.append('files', new Blob([content as BlobPart], { type }), name)
  const encoded = new Response(form)
  const response = await app.inject({
    method: 'POST',
    url: `/api/common/upload?use=${use}`,
    headers: {
      'content-type': encoded.headers.get('content-type') as string,
      'accept-language': language,
      ...(token && { token }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return response.json()
}

/** A blue picture. */
export const picture = (width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: '#1677ff' } })
