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
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(8080)
    .meta({ shown: '`8080`', description: 'the port; console and service share it' }),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta({ shown: '`127.0.0.1`', description: 'the address to listen on' }),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .meta({ shown: '`.data`', description: 'folder of the embedded PostgreSQL and its key' }),
  DATABASE_URL: databaseUrl
    .optional()
    .meta({ shown: '–', description: 'a PostgreSQL 15 to 18; if set, the embedded one is not started' }),
  DATABASE_OWNER_URL: databaseUrl.optional().meta({
    shown: '`DATABASE_URL`',
    description:
      'the owner of the tables, if `DATABASE_URL` names a user with fewer rights (docs/operating.md, Rights in the database)',
  }),
  DATABASE_READ_URL: databaseUrl.optional().meta({
    shown: '–',
    description: 'one replica for the administrators’ reads and the files of exports; see docs/operating.md',
  }),
  READ_LAG_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3_600)
    .default(5)
    .meta({ shown: '`5`', description: 'how far the replica may be behind and still be read' }),
  DATABASE_OPEN_URL: databaseUrl.optional().meta({
    shown: '`DATABASE_URL`',
    description:
      'the database for the calls of the open API, for example through a pooler in transaction mode (docs/operating.md, Poolers)',
  }),
  ALLOW_OWNER_RIGHTS: flag.default(false).meta({
    shown: 'off',
    description: 'whether the service may work as a user who could change the audit log',
  }),
  DATA_KEY: dataKey.optional().meta({
    shown: 'made and kept in `DATA_DIR`',
    description:
      '32 bytes in base64; encrypts id numbers. Required with `DATABASE_URL`. If the key is lost, the id numbers are lost',
  }),
  DATA_KEY_OLD: dataKey.optional().meta({
    shown: '–',
    description:
      'the key that `DATA_KEY` replaces, until nothing is sealed with it any more; see docs/operating.md',
  }),
  BACKUP_KEY: z.string().min(16, 'must have at least 16 characters').optional().meta({
    shown: '–',
    description: '16 characters or more; encrypts backups, for the commands `backup` and `restore` only',
  }),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(128).optional().meta({
    shown: 'made and printed once',
    description: 'password of the first account `admin`; must be changed at the first sign-in',
  }),
  FILES_DIR: z.string().min(1).optional().meta({
    shown: '`files` in `DATA_DIR`',
    description: 'folder of uploaded files; several instances share one (it is checked), or use a bucket',
  }),
  S3_BUCKET: z
    .string()
    .min(1)
    .optional()
    .meta({ shown: '–', description: 'keeps files in this bucket of S3 or a compatible storage' }),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ shown: 'Amazon’s', description: 'the address of the storage' }),
  S3_REGION: z.string().min(1).default('us-east-1').meta({ shown: '`us-east-1`', description: 'its region' }),
  S3_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ shown: 'the machine’s own role', description: 'its key, together with the next one' }),
  S3_SECRET_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ shown: 'the machine’s own role', description: 'the secret of the key' }),
  S3_PREFIX: z
    .string()
    .regex(/^[\w./-]*$/, 'may hold letters, digits and . _ / - only')
    .default('kabao/')
    .meta({
      shown: '`kabao/`',
      description: 'the prefix of every object name, because a bucket may be shared',
    }),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10).meta({
    shown: '`10`',
    description: 'database connections of this instance for calls; the others are in docs/operating.md',
  }),
  JOB_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(50)
    .default(3)
    .meta({ shown: '`3`', description: 'connections for short jobs; one job may need two at once' }),
  HEAVY_JOB_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(50)
    .default(4)
    .meta({ shown: '`4`', description: 'connections for exports, imports and batches' }),
  ENGINE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(50)
    .default(6)
    .meta({ shown: '`6`', description: 'connections of the pipeline, by which people get to organizations' }),
  DEMO_USERS: z.coerce
    .number()
    .int()
    .min(0)
    .max(50_000_000)
    .default(20_000)
    .meta({ shown: '`20000`', description: 'number of made-up users in the embedded demo' }),
  DEMO_TRAFFIC: flag.optional().meta({
    shown: 'on embedded',
    description: 'a few made-up events a minute in the embedded demo, signed like those of a channel',
  }),
  SANDBOX_PAYMENTS: flag.optional().meta({
    shown: 'on embedded',
    description:
      'whether collection channels of the built-in sandbox may be enabled and take orders: they collect no money',
  }),
  LOG_LEVEL: z
    .enum(logLevels)
    .optional()
    .meta({ shown: '`info` (`warn` embedded)', description: 'JSON lines on standard output' }),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .meta({ shown: '`0`', description: 'how many proxies in front of the service set `X-Forwarded-For`' }),
  ALLOWED_HOSTS: z.string().optional().meta({
    shown: 'see below',
    description: 'the host names that the service answers, separated by commas, without a port; `*` is any',
  }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (value) => new URL(value).origin === value.replace(/\/$/, ''),
      'must be an address without a path',
    )
    .transform((value) => new URL(value).origin)
    .optional()
    .meta({
      shown: '–',
      description:
        'the address under which browsers reach the console, such as `https://kabao.example.com`; for single sign-on and links in notices',
    }),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .meta({ shown: '–', description: 'the token that `/metrics` requires: `Authorization: Bearer …`' }),
  INTERNAL_PARTNERS: z
    .string()
    .regex(
      /^\s*[^\s,/]+:\d{1,5}(\s*,\s*[^\s,/]+:\d{1,5})*\s*$/,
      'must be host:port, or several separated by commas',
    )
    .optional()
    .meta({
      shown: '–',
      description:
        '`host:port` of internal hosts that may be called like a partner, such as that of `npm run partner`',
    }),
  SERVE: z
    .string()
    .default('api,open,jobs')
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every((part) => (roles as readonly string[]).includes(part)),
      'may name api, open and jobs only',
    )
    .transform((parts) => new Set(parts as (typeof roles)[number][]))
    .meta({
      shown: '`api,open,jobs`',
      description: 'what this process does: the admins’ API with the console, the open API, the jobs',
    }),
  MIGRATE: z.enum(['on', 'off']).default('on').meta({
    shown: '`on`',
    description: '`off`: only checks the schema, and waits a minute for `npm run admin -- migrate`',
  }),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional().meta({
    shown: '`5` (`0` embedded)',
    description: 'for how long calls are still served after SIGTERM, while `/readyz` answers 503',
  }),
  SETTINGS_DRAWER: flag
    .optional()
    .meta({ shown: 'on embedded, else off', description: 'whether the console offers its settings drawer' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      shown: '–',
      description:
        'a receiver of traces (OTLP over HTTP); without one nothing is traced, see docs/operating.md',
    }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ shown: '–', description: 'the same, with the whole path' }),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', 'must be http/json')
    .default('http/json')
    .meta({ shown: '`http/json`', description: 'the only protocol that is spoken' }),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ shown: '`false`', description: '`true` turns traces off' }),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default('parentbased_always_on')
    .meta({ shown: '`parentbased_always_on`', description: 'which calls are traced, by the standard names' }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ shown: '`1`', description: 'for the samplers by ratio: the part that is traced' }),
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(2_048)
    .meta({ shown: '`2048`', description: 'how many spans may wait to be sent; more are dropped' }),
  OTEL_PROPAGATORS: z.enum(['none', 'tracecontext']).default('none').meta({
    shown: '`none`',
    description: '`tracecontext`: a call may name its trace; only behind a proxy that guards the header',
  }),
  LINK_DESIGN_SYSTEM: z
    .url()
    .default('https://arco.design')
    .meta({ shown: 'the Arco site', description: 'the first of the two external menu entries' }),
  LINK_FAQ: z
    .url()
    .default('https://arco.design/vue/docs/pro/faq')
    .meta({ shown: 'the Arco site', description: 'the second one' }),
})

/** Every variable that is read. */
export const variables: readonly string[] = Object.keys(environment.shape)

/** The table of the variables, as `docs/configuration.md` has it: name, default as a reader sees it, and what it is for. */
export function variableTable(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => {
    const { shown, description } = schema.meta() as { shown: string; description: string }
    return [`\`${name}\``, shown, description]
  })
  const table = [['Variable', 'Default', 'What it is for'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => (row[column] as string).length)))
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`
  const [head = '', ...lines] = table.map(lineOf)
  return [head, lineOf(widths.map((width) => '-'.repeat(width))), ...lines].join('\n')
}

/** The text of `docs/configuration.md` with the table of the variables as they are now. @param text the document as it was */
export const withTable = (text: string): string =>
  text.replace(/\| Variable [\s\S]*?\n(?!\|)/, `${variableTable()}\n`)

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
    publicUrl: rest.PUBLIC_URL ?? null,
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
