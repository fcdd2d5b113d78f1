import { secret } from '../harness.ts'
import { formOf, type Part } from '../upload.ts'

/** An administrator who calls an instance over HTTP. */
export interface ConsoleCaller {
  call(path: string, body?: object): Promise<Called>
  upload(use: string, parts: readonly Part[]): Promise<Called>
}

export interface Called {
  status: number
  code: string
  /** The sentence in English. */
  desc: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there, and fails where it is not
  data: any
}

/** Signs in with the first password and changes it. */
export async function signIn(url: string, first: string, next: string): Promise<ConsoleCaller> {
  let token = ''
  const send = async (path: string, headers: Record<string, string>, body: BodyInit): Promise<Called> => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'accept-language': 'en-US', ...headers, ...(token && { token }) },
      body,
    })
    const { code, desc, data } = (await response.json()) as Omit<Called, 'status'>
    return { status: response.status, code, desc, data }
  }
  const call = (path: string, body: object = {}) =>
    send(path, { 'content-type': 'application/json' }, JSON.stringify(body))
  token = secret((await call('/admin/login', { username: 'admin', password: first })).data.token)
  await call('/admin/password', { current: first, next })
  return {
    call,
    async upload(use, parts) {
      const { headers, payload } = await formOf(parts)
      return send(`/common/upload?use=${use}`, headers, payload as unknown as BodyInit)
    },
  }
}
