import type { lead } from '@kabao/contract/crm/lead'
import { maskName } from '@kabao/contract/kernel/personal'
import { restoreMasked } from '@kabao/contract/kernel/personal-text'
import { writtenText } from '#platform/audit/audit-values'
import { forbidden } from '#platform/base/problem'
import { changeRow } from '#platform/crud/change-row'
import type { Call } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { sightOf } from '../../lead-visibility.ts'
import { viewLead } from './view.ts'

/** Changes what is known about the person of a lead. A masked name or number that comes back as it was shown stays as it is. */
export const editLead =
  (services: Pick<Services, 'settings'>) =>
  async ({ db, body, caller, audit }: Call<(typeof lead)['update']>) => {
    const sight = await sightOf(db, caller)
    const { id, name, cityCode, remark } = body
    const { before, after } = await changeRow(db, 'lead', body, {
      by: caller.adminId,
      show: () => viewLead(services, db, { caller, sight, id }),
      guard: (_, shown) => {
        if (sight.scope.kind === 'own' && !shown.can.work) throw forbidden()
      },
      change: (stored) => ({
        name: stored.name !== '' && name === maskName(stored.name) ? stored.name : name,
        cityCode,
        remark: restoreMasked(remark, stored.remark),
      }),
    })
    audit({
      target: { kind: 'lead', id },
      before: { cityCode: before.cityCode },
      after: { cityCode: after.cityCode, remark: writtenText(remark) },
    })
    return after
  }
