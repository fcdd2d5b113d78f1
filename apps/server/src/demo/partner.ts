import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type Partner, type PartnerRules, startPartner } from './partner/partner.ts'
import { partnerTemplate } from './partner/template.ts'

/** How the demo's organizations behave, by turns; the next organization begins with the next one. */
const manners: readonly PartnerRules['behaviors'][] = [
  ['accept', 'accept', 'reject', 'accept', 'slow', 'duplicate', 'accept'],
  ['accept', 'reject', 'accept', 'accept', 'later', 'accept', 'reject'],
  ['accept', 'reject', 'reject', 'slow', 'accept', 'error'],
  ['reject', 'accept', 'duplicate', 'accept', 'drop', 'accept'],
  ['accept', 'accept', 'accept', 'reject', 'rubbish'],
]
const slowMs = 700

/** The organizations of the demo that the built-in partner plays: those of these flows, except the last one of each. */
const playedFlows = ['full'] as const

export interface DemoPartner {
  partner: Partner
  /** Such as `127.0.0.1:9010`. */
  target: string
  /** The codes of the organizations that it plays. */
  orgs: string[]
}

/**
 * Starts the built-in partner of the embedded demo, on the port of the last start if it is free, and connects organizations to it
 * that have no template. A template that a person saved stays as it is.
 */
export async function startDemoPartner(db: Db): Promise<DemoPartner> {
  const before = await connected(db)
  const port = before.find((org) => org.port !== null)?.port ?? 0
  const partner = await startPartner({ port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return startPartner()
  })
  const target = `127.0.0.1:${partner.port}`
  const orgs = before.filter((org) => !org.isLast && (org.port !== null || !org.hasTemplate))
  for (const { id, code, port } of orgs)
    if (port !== partner.port) await connect(db, { id, template: partnerTemplate(`http://${target}`, code) })
  orgs.forEach(({ code }, nth) => {
    partner.set(code, { behaviors: manners[nth % manners.length] as PartnerRules['behaviors'], slowMs })
  })
  return { partner, target, orgs: orgs.map(({ code }) => code) }
}

interface DemoOrg {
  id: string
  code: string
  hasTemplate: boolean
  /** The port of the built-in partner in its template; null if it is connected to something else, or by a person. */
  port: number | null
  isLast: boolean
}

async function connected(db: Db): Promise<DemoOrg[]> {
  const { rows } = await sql<DemoOrg>`
    select o.id, o.code, t.org_id is not null as "hasTemplate",
      case when t.updated_by is null
        then substring(t.template #>> '{stages,submit,url}' from '^http://127[.]0[.]0[.]1:([0-9]+)/')::int end as port,
      row_number() over (partition by o.flow order by o.code desc) = 1 as "isLast"
    from org o left join org_template t on t.org_id = o.id
    where o.code ~ '^org[0-9]{3}$' and o.flow = any(${[...playedFlows]}::text[]) order by o.code`.execute(
    db.withoutPlugins(),
  )
  return rows
}

const connect = (db: Db, { id, template }: { id: string; template: object }) =>
  sql`insert into org_template as t (org_id, template) values (${id}, ${JSON.stringify(template)}::jsonb)
    on conflict (org_id) do update set template = excluded.template, version = t.version + 1, updated_at = now()
    where t.updated_by is null`.execute(db)
