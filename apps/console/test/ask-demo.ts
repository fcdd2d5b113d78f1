import type { Code } from '@kabao/contract/kernel/envelope'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { answerRequest } from '../src/demo/service.ts'

interface Asked {
  /** By their names; `1` where nothing is said. */
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  token?: string | null
  language?: 'zh-CN' | 'en-US'
}

/** Asks the demo as the console does, without the time that it takes for show. @returns the envelope */
export async function ask<Data = unknown>(endpoint: Pick<Endpoint, 'method' | 'path'>, asked: Asked = {}) {
  const { params = {}, query = {}, body, token = 'demo-admin', language = 'zh-CN' } = asked
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '1')
  const isForm = body instanceof FormData
  const request = new Request(`http://localhost/api${path}?${new URLSearchParams(query)}`, {
    method: endpoint.method,
    headers: { 'accept-language': language, ...(token && { token }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const response = await answerRequest(request)
  return (await response.json()) as {
    code: Code
    desc: string
    data: Data & { fields?: Record<string, string>; current?: unknown }
  }
}
