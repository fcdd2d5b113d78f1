import { isIP } from 'node:net'
import { isAbsolute, join } from 'node:path'
import * as z from 'zod'
import { repositoryRoot } from './paths.ts'
import { StartRefusal } from './refusal.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const flag = z.enum(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true')

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  /** 32 bytes in base64: the key of everything that is encrypted at rest. */
  DATA_KEY: z
    .string()
    .refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(128).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DEMO_USERS: z.coerce.number().int().min(0).max(50_000_000).default(20_000),
  LOG_LEVEL: z.enum(logLevels).optional(),
  /** How many proxies in front set `X-Forwarded-For`. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Asked for by `/metrics` from anywhere but this machine. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SETTINGS_DRAWER: flag.optional(),
  LINK_DESIGN_SYSTEM: z.url().default('https://arco.design'),
  LINK_FAQ: z.url().default('https://arco.design/vue/docs/pro/faq'),
})

export type Config = ReturnType<typeof readConfig>

/**
 * The configuration from the environment, checked.
 * @throws StartRefusal naming the variable, what it holds being left out: it may be a secret
 */
export function readConfig(env: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartRefusal(`The configuration is not right. ${problems.join('; ')}`)
  }
  const { DATA_DIR, DATABASE_URL, DATA_KEY, SETTINGS_DRAWER, ...rest } = parsed.data
  const isEmbedded = DATABASE_URL === undefined
  if (!isEmbedded && DATA_KEY === undefined) {
    throw new StartRefusal(
      'With DATABASE_URL set, DATA_KEY must be set too (make one with: openssl rand -base64 32).',
    )
  }
  return {
    port: rest.PORT,
    host: rest.HOST,
    isLocal: isLoopback(rest.HOST),
    dataDir: isAbsolute(DATA_DIR) ? DATA_DIR : join(repositoryRoot, DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    isEmbedded,
    dataKey: DATA_KEY ?? null,
    adminPassword: rest.ADMIN_PASSWORD ?? null,
    poolSize: rest.DATABASE_POOL,
    demoUsers: isEmbedded ? rest.DEMO_USERS : 0,
    // Who starts the demo wants to see where it is, not each request.
    logLevel: rest.LOG_LEVEL ?? (isEmbedded ? 'warn' : 'info'),
    trustProxy: rest.TRUST_PROXY,
    metricsToken: rest.METRICS_TOKEN ?? null,
    settings: SETTINGS_DRAWER ?? isEmbedded,
    links: { designSystem: rest.LINK_DESIGN_SYSTEM, faq: rest.LINK_FAQ },
  }
}

function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
