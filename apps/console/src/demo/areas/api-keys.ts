import { codes } from '@kabao/contract/kernel/envelope'
import type { ApiKey, ShownOnce } from '@kabao/contract/partners/api-key'
import { type Reader, Refused, refusal, say } from '../respond.ts'

type Of<Params, Body = unknown> = Reader & { params: { id: string } & Params; body: Body }

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const made = (prefix: string, length: number) =>
  prefix + Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join('')

/** The API keys of the partners of one list in the demo; nothing is signed with them. */
export function apiKeys() {
  const keys = new Map<string, ApiKey[]>()
  let lastId = 0
  const newSecret = (): ApiKey['secrets'][number] => ({
    id: String(++lastId),
    slot: 'current',
    createdAt: new Date().toISOString(),
    expiresAt: null,
    lastUsedAt: null,
  })
  const of = (id: string) => keys.get(id) ?? []
  const find = (call: Of<{ keyId: string }>) => {
    const { id, keyId } = call.params
    const found = of(id).find((key) => key.id === keyId && key.revokedAt === null)
    if (!found) throw refusal('notFound', call)
    return found
  }
  return {
    keys: ({ params: { id } }: Of<object>) => of(id),

    makeKey: ({
      params: { id },
      body: { isSandbox },
      language,
    }: Of<object, { isSandbox: boolean }>): ShownOnce => {
      if (of(id).some((key) => key.isSandbox === isSandbox && key.revokedAt === null))
        throw new Refused(codes.conflict, say('conflict', language), null)
      const key = made('ck_', 24)
      const row = {
        id: String(++lastId),
        key,
        isSandbox,
        createdAt: new Date().toISOString(),
        revokedAt: null,
      }
      keys.set(id, [{ ...row, secrets: [newSecret()] }, ...of(id)])
      return { key, secret: made('whsec_', 43) }
    },

    changeSecret: (call: Of<{ keyId: string }, { overlapDays: number }>): ShownOnce => {
      const key = find(call)
      const expiresAt = new Date(Date.now() + call.body.overlapDays * 86_400_000).toISOString()
      const old = key.secrets
        .slice(0, 1)
        .map((secret) => ({ ...secret, slot: 'previous' as const, expiresAt }))
      key.secrets = [newSecret(), ...(call.body.overlapDays > 0 ? old : [])]
      return { key: key.key, secret: made('whsec_', 43) }
    },

    endSecret: (call: Of<{ keyId: string }>) => {
      const key = find(call)
      key.secrets = key.secrets.slice(0, 1)
      return null
    },

    revokeKey: (call: Of<{ keyId: string }>) => {
      Object.assign(find(call), { revokedAt: new Date().toISOString(), secrets: [] })
      return null
    },
  }
}
