import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import type { ConnectionTemplate } from '@kabao/contract/partners/template'
import { decode } from './encode.ts'
import { TemplateFailure } from './failure.ts'
import { isRsaKey } from './rsa.ts'
import { standInKeys } from './stand-in-keys.ts'

type Declared = ConnectionTemplate['secrets'][number]

/** The values of secrets by their names, as they were typed. */
export type SecretValues = Readonly<Record<string, string>>

/** A secret in memory. It shows its value only to who asks for `text` or `bytes`: not as JSON, not in a log, not in an error. */
export class Secret {
  readonly name: string
  readonly kind: Declared['kind']
  readonly #value: string
  readonly #encoding: Declared['encoding']

  constructor({ name, kind, encoding }: Declared, value: string) {
    this.name = name
    this.kind = kind
    this.#value = value
    this.#encoding = encoding
  }

  /** The value as it was typed. */
  text(): string {
    return this.#value
  }

  /** @throws TemplateFailure `secretValue` if a key is not in the encoding that the template declares */
  bytes(): Buffer {
    if (this.kind !== 'key' || this.#encoding === 'utf8') return Buffer.from(this.#value, 'utf8')
    const bytes = decode(this.#value, this.#encoding)
    if (!bytes) throw new TemplateFailure('secretValue', this.name)
    return bytes
  }

  toString(): string {
    return `***${this.name}***`
  }

  toJSON(): string {
    return this.toString()
  }

  [inspect.custom](): string {
    return this.toString()
  }
}

export type Secrets = ReadonlyMap<string, Secret>

/** The declared secrets with their values. One without a value fails when it is used, so that a stage needs only its own. */
export const openSecrets = (template: Pick<ConnectionTemplate, 'secrets'>, values: SecretValues): Secrets =>
  new Map(
    template.secrets
      .filter(({ name }) => Object.hasOwn(values, name))
      .map((declared) => [declared.name, new Secret(declared, values[declared.name] as string)]),
  )

/** Values for a preview: of the right form, made from the name alone, so that a preview never holds a real one. */
export const standInSecrets = (template: Pick<ConnectionTemplate, 'secrets'>): Secrets =>
  new Map(template.secrets.map((declared) => [declared.name, new Secret(declared, standInFor(declared))]))

function standInFor({ name, kind, encoding }: Declared): string {
  if (kind === 'rsaPublic') return standInKeys().publicKey
  if (kind === 'rsaPrivate') return standInKeys().privateKey
  if (kind === 'text') return `***${name}***`
  const bytes = createHash('sha256').update(`stand-in ${name}`).digest().subarray(0, 16)
  return encoding === 'utf8' ? bytes.toString('hex').slice(0, 16) : bytes.toString(encoding)
}

/**
 * What is wrong with the values of the secrets of a template: those that are missing, empty, or not of their kind. For the form
 * where they are typed.
 */
export function checkSecrets(
  template: Pick<ConnectionTemplate, 'secrets'>,
  values: SecretValues,
): SecretProblem[] {
  return template.secrets.flatMap((declared): SecretProblem[] => {
    const { name } = declared
    const value = Object.hasOwn(values, name) ? (values[name] as string) : ''
    if (value === '') return [{ name, code: 'secretMissing' }]
    return isOfKind(declared, value) ? [] : [{ name, code: 'secretValue' }]
  })
}

export interface SecretProblem {
  name: string
  code: 'secretMissing' | 'secretValue'
}

function isOfKind({ kind, encoding }: Declared, value: string): boolean {
  if (kind === 'rsaPublic' || kind === 'rsaPrivate') return isRsaKey(kind, value)
  return kind === 'text' || encoding === 'utf8' || (decode(value, encoding)?.length ?? 0) > 0
}
