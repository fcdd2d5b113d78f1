import type { OrgCalls } from '@kabao/contract/supply/org'
import {
  checkTemplate,
  endPrevious,
  examplePerson,
  preview,
  readPrevious,
  shippedTemplates,
  shownOf,
  TemplateFailure,
} from '#partners'
import { invalid, notFound, stale } from '#platform/base/problem'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import type { List } from '../lists.ts'
import { hasNewHost, refuseProblems, refuseSecrets, traced } from './check.ts'
import { fileTemplate, saveTraced } from './guarded.ts'
import { findTemplate, hasOrg, noteTrial, openSecretsOf, viewOf } from './store.ts'
import { tryStage } from './trial.ts'

type Calls = Pick<
  OrgCalls,
  'template' | 'shippedTemplates' | 'previewTemplate' | 'saveTemplate' | 'endTemplateSecret' | 'tryTemplate'
>

/** The connection template of an organization: read, preview, save, and try it. */
export function templateRoutes({ vault, outgoing, notePrevious }: Services, list: List): Handlers<Calls> {
  return {
    template: async ({ db, params }) => {
      if (!(await hasOrg(db, list, params.id, false))) throw notFound()
      return viewOf(db, params.id)
    },

    shippedTemplates: async () =>
      Object.entries(shippedTemplates).map(
        ([
          code,
          {
            words: [zh, en],
            template,
          },
        ]) => ({
          code,
          words: [zh, en] as [string, string],
          template,
        }),
      ),

    previewTemplate: async ({ db, params, body: { template, stage } }) => {
      if (!(await hasOrg(db, list, params.id, false))) throw notFound()
      const problems = checkTemplate(template)
      try {
        return { problems, request: shownOf(preview(template, stage, examplePerson)) }
      } catch (error) {
        if (error instanceof TemplateFailure) return { problems, request: null }
        throw error
      }
    },

    saveTemplate: async ({ db, params: { id }, body, caller, audit }) => {
      // The lock makes a second save wait, which then meets a newer version.
      if (!(await hasOrg(db, list, id, true))) throw notFound()
      const before = await viewOf(db, id)
      if (before.version !== body.version) throw stale(before)
      const { template, secrets, override, overlapDays } = body
      const overrideReason = refuseProblems(template, override, { isSuper: caller.isSuper, outgoing })
      refuseSecrets({ before: before.template, template, secrets, stored: before.secrets })
      const saving = { template, secrets, overlapDays, overrideReason, adminId: caller.adminId }
      // The data of all people that follow would go there.
      if (hasNewHost(before.template, template))
        await fileTemplate(db, vault, id, { before, saving }, { caller, audit })
      else await saveTraced(db, vault, id, { before, saving: { ...saving, isNewHost: false }, audit })
      return viewOf(db, id)
    },

    endTemplateSecret: async ({ db, params: { id, secretId }, audit }) => {
      if (!(await hasOrg(db, list, id, true))) throw notFound()
      const name = await endPrevious(db, { kind: 'org', id }, secretId)
      audit({ target: { kind: 'org', id }, after: { [traced.endedKey]: name } })
      return null
    },

    tryTemplate: async ({ db, params: { id }, body: { stage, address }, audit }) => {
      if (!(await hasOrg(db, list, id, false))) throw notFound()
      const saved = await findTemplate(db, id)
      if (!saved?.template.stages[stage]) throw invalid({ stage: 'templateMissing' })
      const secrets = await openSecretsOf(db, vault, id)
      const previous = await readPrevious(db, vault, { kind: 'org', id })
      const trial = { orgId: id, template: saved.template, stage, secrets, previous, address }
      const { result, ids } = await tryStage(outgoing, trial)
      return async (db) => {
        await notePrevious(ids)
        const isRead = result.reading !== null && result.reading.outcome !== 'unknown'
        if (address === null && isRead) await noteTrial(db, id, saved.version)
        const { host } = new URL(result.request.url)
        const outcome = result.reading?.outcome ?? result.why
        audit({ target: { kind: 'org', id }, after: { [traced.trial]: `${stage} ${host} ${outcome}` } })
        return result
      }
    },
  }
}
