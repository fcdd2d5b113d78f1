import type { ChangeFact } from '@kabao/contract/ledger/change-request'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import type { OrgTemplate } from '@kabao/contract/supply/org-template'
import { sql } from 'kysely'
import { fileChange } from '#ledger'
import { notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { GuardedChange } from '#platform/guarded-change'
import type { AuditEntry } from '#platform/http/audit'
import type { Vault } from '#platform/keys/vault'
import { hasNewHost, refuseProblems, refuseSecrets, stagesOf, traced, traceOf } from './check.ts'
import { type Saving, save, viewOf } from './store.ts'

type Filed = Omit<Saving, 'isNewHost'>

/** Files a template with a new host instead of saving it: another person approves where the data of people goes. */
export async function fileTemplate(
  db: Db,
  vault: Vault,
  orgId: string,
  { before, saving }: { before: OrgTemplate; saving: Filed },
  by: { caller: Caller; audit(entry: AuditEntry): void },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from org where id = ${orgId}`.execute(db)
  const change = {
    kind: 'orgTemplate',
    targetId: orgId,
    targetName: rows[0]?.name ?? '',
    facts: factsOf(before, saving),
    payload: saving,
    ...(saving.overrideReason !== null && { reason: saving.overrideReason.slice(0, 200) }),
  } as const
  await fileChange(db, vault, change, by)
}

/** The address of each stage before and after, and the names of the new secrets. */
function factsOf({ template: before }: OrgTemplate, { template, secrets }: Filed): ChangeFact[] {
  const replaced = changeRequestWords.tree.replaced[0]
  const calledBefore = new Map(before ? stagesOf(before).map(([name, { url }]) => [name, url]) : [])
  return [
    ...stagesOf(template).flatMap(([name, { url }]) => {
      const was = calledBefore.get(name) ?? null
      return was === url ? [] : [{ name: `stage ${name}`, before: was, after: url }]
    }),
    ...secrets.map(({ name }) => ({ name, before: null, after: replaced })),
  ]
}

/** Saves a template with its audit log entry. */
export async function saveTraced(
  db: Db,
  vault: Vault,
  orgId: string,
  { before, saving, audit }: { before: OrgTemplate; saving: Saving; audit(entry: AuditEntry): void },
): Promise<void> {
  const { template, secrets, overrideReason } = saving
  await save(db, vault, orgId, saving)
  const after = await viewOf(db, orgId)
  audit({
    target: { kind: 'org', id: orgId },
    before: traceOf(before.template, before),
    after: {
      ...traceOf(template, after),
      ...(overrideReason !== null && { [traced.override]: overrideReason }),
      ...(secrets.length > 0 && { [traced.newKeys]: secrets.map(({ name }) => name) }),
    },
  })
}

/** Templates with a new host that another person has approved. */
export const guardedTemplate: GuardedChange<Filed> = {
  kind: 'orgTemplate',
  async make({ db, services: { vault, outgoing }, targetId, payload, audit }) {
    const { rows } = await sql`select from org where id = ${targetId} for no key update`.execute(db)
    if (rows.length === 0) throw notFound()
    const before = await viewOf(db, targetId)
    const { template, secrets, overrideReason } = payload
    // Whoever filed it had the right to accept its problems; what it calls, and its secrets, are checked again.
    refuseProblems(template, overrideReason, { isSuper: true, outgoing })
    refuseSecrets({ before: before.template, template, secrets, stored: before.secrets })
    await saveTraced(db, vault, targetId, {
      before,
      saving: { ...payload, isNewHost: hasNewHost(before.template, template) },
      audit,
    })
  },
}
