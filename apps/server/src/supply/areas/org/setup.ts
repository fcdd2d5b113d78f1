import type { OrgDetail } from '@kabao/contract/supply/org'
import type { OrgSetup } from '@kabao/contract/supply/setup'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { hasAccepted } from '../../latest-pushes.ts'

type Org = Pick<OrgDetail, 'id' | 'status' | 'availableFen' | 'loginUrl'>

/** Which steps are done until an organization gets people. */
export async function setupOfOrg(db: Db, { id, status, availableFen, loginUrl }: Org): Promise<OrgSetup> {
  const { rows } = await sql<Found>`
    select t.org_id is not null as "hasTemplate",
      not exists (select from jsonb_array_elements(t.template -> 'secrets') s
        where not exists (select from org_secret o where o.org_id = t.org_id and o.name = s ->> 'name')) as "hasSecrets",
      t.trial_answered_at is not null as "isAnswered",
      ${hasAccepted('org', id)} as "hasAccepted",
      exists (select from plan p where p.org_id = x.id) as "hasPlan",
      exists (select from plan p where p.org_id = x.id and p.status in ('running', 'exhausted')) as run,
      (select p.id from plan p where p.org_id = x.id and p.status in ('draft', 'paused') order by p.created_at desc, p.id desc
        limit 1) as "planId"
    from (select ${id}::bigint as id) x left join org_template t on t.org_id = x.id`.execute(db)
  const found = rows[0] as Found
  // People sign in at the address of a joint login where no template has a login; nothing is called there that could be tried.
  const isOnlyAddress = !found.hasTemplate && loginUrl !== null
  return {
    steps: {
      connection: isOnlyAddress || (found.hasTemplate && found.hasSecrets),
      trial: isOnlyAddress || found.isAnswered || found.hasAccepted,
      balance: availableFen > 0,
      plan: found.hasPlan,
      run: found.run,
      enabled: status === 'enabled',
    },
    planId: found.planId,
  }
}

interface Found {
  hasTemplate: boolean
  hasSecrets: boolean
  isAnswered: boolean
  hasAccepted: boolean
  hasPlan: boolean
  run: boolean
  planId: string | null
}
