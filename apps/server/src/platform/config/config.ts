import { isIP } from 'node:net'
import { isAbsolute, join } from 'node:path'
import * as z from 'zod'
import { repositoryRoot } from '../base/paths.ts'
import { StartRefusal } from '../base/refusal.ts'
import { faultIn, readAddress } from '../db/address.ts'
import { allowedHosts } from './hosts.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const roles = ['api', 'open', 'jobs'] as const

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const

const flag = z.enum(['0', '1', 'false', 'true']).transform((value) => value === '1' || value === 'true')

const databaseUrl = z.string().superRefine((value, context) => {
  const message = faultIn(value)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

const dataKey = z
  .string()
  .refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 bytes in base64')

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  /** For the user who owns the tables, if DATABASE_URL names one with fewer rights. */
  DATABASE_OWNER_URL: databaseUrl.optional(),
  /** One replica for the administrators' reads. */
  DATABASE_READ_URL: databaseUrl.optional(),
  /** How far the replica may be behind and still be read. It is asked twice a second. */
  READ_LAG_SECONDS: z.coerce.number().int().min(2).max(3_600).default(5),
  /** For the calls of the open door; may lead through a pooler that shares connections between transactions. */
  DATABASE_OPEN_URL: databaseUrl.optional(),
  /** Whether the service may work as a user who can change the audit log. */
  ALLOW_OWNER_RIGHTS: flag.default(false),
  /** 32 bytes in base64: the key from which all encryption at rest is derived. */
  DATA_KEY: dataKey.optional(),
  /** The key that DATA_KEY replaces, until nothing is sealed with it any more. */
  DATA_KEY_OLD: dataKey.optional(),
  /** The passphrase of backups, for the commands alone; apart from DATA_KEY, which no backup holds. */
  BACKUP_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(128).optional(),
  /** The folder of the files; with a bucket, only for uploads that are arriving. */
  FILES_DIR: z.string().min(1).optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  /** Prefix of every key, because a bucket may be shared with other programs. */
  S3_PREFIX: z
    .string()
    .regex(/^[\w./-]*$/, 'may hold letters, digits and . _ / - only')
    .default('kabao/'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  /** Connections of the light jobs, and of the heavy ones. One job may need two at once. */
  JOB_POOL: z.coerce.number().int().min(2).max(50).default(3),
  HEAVY_JOB_POOL: z.coerce.number().int().min(2).max(50).default(4),
  /** Connections of the pipeline. */
  ENGINE_POOL: z.coerce.number().int().min(2).max(50).default(6),
  DEMO_USERS: z.coerce.number().int().min(0).max(50_000_000).default(20_000),
  /** Whether made-up events keep coming while the embedded demo runs. */
  DEMO_TRAFFIC: flag.optional(),
  /** Whether the built-in sandbox may take orders. */
  SANDBOX_PAYMENTS: flag.optional(),
  LOG_LEVEL: z.enum(logLevels).optional(),
  /** How many proxies in front set `X-Forwarded-For`. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** The host names that the service answers, separated by commas; `*` is any. */
  ALLOWED_HOSTS: z.string().optional(),
  /** Required by `/metrics`; without it, only direct requests from this machine are answered, none through a proxy. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** `host:port` of internal hosts that may be called like a partner, such as the built-in one, separated by commas. */
  INTERNAL_PARTNERS: z
    .string()
    .regex(
      /^\s*[^\s,/]+:\d{1,5}(\s*,\s*[^\s,/]+:\d{1,5})*\s*$/,
      'must be host:port, or several separated by commas',
    )
    .optional(),
  /** What this process does, separated by commas: the administrators' API with the console, the open door, the jobs. */
  SERVE: z
    .string()
    .default('api,open,jobs')
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every((part) => (roles as readonly string[]).includes(part)),
      'may name api, open and jobs only',
    )
    .transform((parts) => new Set(parts as (typeof roles)[number][])),
  /** Whether this program migrates the database at its start, or waits until another has. */
  MIGRATE: z.enum(['on', 'off']).default('on'),
  /** For how long calls are still served after SIGTERM, while `/readyz` already answers 503. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  SETTINGS_DRAWER: flag.optional(),
  /** The receiver of traces; without one nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'must be http/json').default('http/json'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  /** How many spans may wait to be sent. */
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce.number().int().min(1).max(1_000_000).default(2_048),
  /** Whether a call may name the trace that it belongs to. */
  OTEL_PROPAGATORS: z.enum(['none', 'tracecontext']).default('none'),
  LINK_DESIGN_SYSTEM: z.url().default('https://arco.design'),
  LINK_FAQ: z.url().default('https://arco.design/vue/docs/pro/faq'),
})

/** Every variable that is read; the README describes each. */
export const variables: readonly string[] = Object.keys(environment.shape)

export type Config = ReturnType<typeof readConfig>

/**
 * Reads and checks the configuration from the environment.
 * @throws StartRefusal that names the variable but not its value, which may be a secret
 */
export function readConfig(env: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartRefusal(`The configuration is not right. ${problems.join('; ')}`)
  }
  const {
    DATA_DIR,
    DATABASE_URL,
    DATABASE_OWNER_URL,
    DATABASE_OPEN_URL,
    DATABASE_READ_URL,
    DATA_KEY,
    DATA_KEY_OLD,
    SETTINGS_DRAWER,
    ...rest
  } = parsed.data
  const isEmbedded = DATABASE_URL === undefined
  if (!isEmbedded && DATA_KEY === undefined) {
    throw new StartRefusal(
      'With DATABASE_URL set, DATA_KEY must be set too (make one with: openssl rand -base64 32).',
    )
  }
  if (DATA_KEY === undefined && DATA_KEY_OLD !== undefined)
    throw new StartRefusal('With DATA_KEY_OLD set, DATA_KEY must be set too.')
  const dataDir = absolute(DATA_DIR)
  for (const [name, value] of Object.entries({ DATABASE_OWNER_URL, DATABASE_OPEN_URL, DATABASE_READ_URL }))
    if (isEmbedded && value !== undefined)
      throw new StartRefusal(`With ${name} set, DATABASE_URL must be set too.`)
  for (const [name, value] of Object.entries({ DATABASE_URL, DATABASE_OWNER_URL }))
    if (value !== undefined && readAddress(value).isShared)
      throw new StartRefusal(
        `${name} may not have pool_mode=transaction, because the service listens and keeps settings there; name such a pooler in DATABASE_OPEN_URL.`,
      )
  if (rest.DEMO_TRAFFIC === true && !isEmbedded) {
    throw new StartRefusal('DEMO_TRAFFIC makes up events, so it cannot be on with DATABASE_URL set.')
  }
  return {
    port: rest.PORT,
    host: rest.HOST,
    isLocal: isLoopback(rest.HOST),
    dataDir,
    databaseUrl: DATABASE_URL ?? null,
    ownerUrl: DATABASE_OWNER_URL ?? DATABASE_URL ?? null,
    readUrl: DATABASE_READ_URL ?? null,
    readLagSeconds: rest.READ_LAG_SECONDS,
    openUrl: DATABASE_OPEN_URL ?? null,
    allowsOwnerRights: rest.ALLOW_OWNER_RIGHTS,
    isEmbedded,
    dataKey: DATA_KEY ?? null,
    oldDataKey: DATA_KEY_OLD ?? null,
    backupKey: rest.BACKUP_KEY ?? null,
    files: {
      folder: rest.FILES_DIR === undefined ? join(dataDir, 'files') : absolute(rest.FILES_DIR),
      s3: bucketOf(rest),
    },
    adminPassword: rest.ADMIN_PASSWORD ?? null,
    poolSize: rest.DATABASE_POOL,
    jobPoolSize: rest.JOB_POOL,
    heavyJobPoolSize: rest.HEAVY_JOB_POOL,
    enginePoolSize: rest.ENGINE_POOL,
    takesSandbox: rest.SANDBOX_PAYMENTS ?? isEmbedded,
    demoUsers: isEmbedded ? rest.DEMO_USERS : 0,
    demoTraffic: isEmbedded && rest.DEMO_USERS > 0 && (rest.DEMO_TRAFFIC ?? true),
    // The demo is started to look at the console, so its log shows no single requests.
    logLevel: rest.LOG_LEVEL ?? (isEmbedded ? 'warn' : 'info'),
    trustProxy: rest.TRUST_PROXY,
    allowedHosts: allowedHosts(rest.ALLOWED_HOSTS, {
      host: rest.HOST,
      isLocal: isLoopback(rest.HOST),
      isEmbedded,
      trustProxy: rest.TRUST_PROXY,
    }),
    metricsToken: rest.METRICS_TOKEN ?? null,
    internalPartners: (rest.INTERNAL_PARTNERS ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
    serve: rest.SERVE,
    migrates: rest.MIGRATE === 'on',
    drainSeconds: rest.DRAIN_SECONDS ?? (isEmbedded ? 0 : 5),
    settings: SETTINGS_DRAWER ?? isEmbedded,
    traces:
      rest.OTEL_SDK_DISABLED === 'true' ||
      (rest.OTEL_EXPORTER_OTLP_ENDPOINT ?? rest.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) === undefined
        ? null
        : {
            followsCallers: rest.OTEL_PROPAGATORS === 'tracecontext',
            mostWaiting: rest.OTEL_BSP_MAX_QUEUE_SIZE,
          },
    links: { designSystem: rest.LINK_DESIGN_SYSTEM, faq: rest.LINK_FAQ },
  }
}

const absolute = (folder: string) => (isAbsolute(folder) ? folder : join(repositoryRoot, folder))

/** A bucket needs all of its variables or none. Without keys, the SDK finds its own (a role of the machine). */
function bucketOf(set: Partial<z.output<typeof environment>>) {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION = '', S3_ACCESS_KEY, S3_SECRET_KEY, S3_PREFIX = '' } = set
  if (S3_BUCKET === undefined) {
    if (S3_ENDPOINT === undefined && S3_ACCESS_KEY === undefined && S3_SECRET_KEY === undefined) return null
    throw new StartRefusal('S3_BUCKET must be set where any other S3_ variable is.')
  }
  if ((S3_ACCESS_KEY === undefined) !== (S3_SECRET_KEY === undefined))
    throw new StartRefusal('S3_ACCESS_KEY and S3_SECRET_KEY must be set together.')
  return {
    bucket: S3_BUCKET,
    region: S3_REGION,
    prefix: S3_PREFIX,
    endpoint: S3_ENDPOINT ?? null,
    keys:
      S3_ACCESS_KEY === undefined || S3_SECRET_KEY === undefined
        ? null
        : { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY },
  }
}

function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
