import type { OrgCalls } from '@kabao/contract/org'
import { invalid, notFound, stale } from '#http/problem'
import type { Handlers } from '#http/serve'
import type { Services } from '../../../services.ts'
import { shippedTemplates } from '../../../templates/shipped/index.ts'
import { shownOf } from '../../../templates/shown.ts'
import { checkTemplate, examplePerson, preview, TemplateFailure } from '../../../templates/templates.ts'
import type { List } from '../lists.ts'
import { refuseProblems, refuseSecrets, traced, traceOf } from './check.ts'
import { findTemplate, hasOrg, namesOfSecrets, openSecretsOf, save, viewOf } from './store.ts'
import { tryStage } from './trial.ts'

type Calls = Pick<
  OrgCalls,
  'template' | 'shippedTemplates' | 'previewTemplate' | 'saveTemplate' | 'tryTemplate'
>

/** The connection template of an organisation: read, preview, save, and try it. */
export function templateRoutes({ vault, outgoing }: Services, list: List): Handlers<Calls> {
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
      const [before, stored] = [await findTemplate(db, id), await namesOfSecrets(db, id)]
      if ((before?.version ?? 0) !== body.version) throw stale(await viewOf(db, id))
      const { template, secrets, override } = body
      const overrideReason = refuseProblems(template, override, { isSuper: caller.isSuper, outgoing })
      refuseSecrets({ before: before?.template ?? null, template, secrets, stored })
      await save(db, vault, id, { template, secrets, overrideReason, adminId: caller.adminId })
      const after = await viewOf(db, id)
      audit({
        target: { kind: 'org', id },
        before: traceOf(before?.template ?? null, stored),
        after: {
          ...traceOf(template, after.secrets),
          ...(overrideReason !== null && { [traced.override]: overrideReason }),
          ...(secrets.length > 0 && { [traced.newKeys]: secrets.map(({ name }) => name) }),
        },
      })
      return after
    },

    tryTemplate: async ({ db, params: { id }, body: { stage, address }, audit }) => {
      if (!(await hasOrg(db, list, id, false))) throw notFound()
      const saved = await findTemplate(db, id)
      if (!saved?.template.stages[stage]) throw invalid({ stage: 'templateMissing' })
      const secrets = await openSecretsOf(db, vault, id)
      const trial = { orgId: id, template: saved.template, stage, secrets, address }
      const result = await tryStage(outgoing, trial)
      return async () => {
        const { host } = new URL(result.request.url)
        const outcome = result.reading?.outcome ?? result.why
        audit({ target: { kind: 'org', id }, after: { [traced.trial]: `${stage} ${host} ${outcome}` } })
        return result
      }
    },
  }
}
