import type { clue } from '@kabao/contract/clue'
import { maskName } from '@kabao/contract/personal'
import { restoreMasked } from '@kabao/contract/personal-text'
import { writtenText } from '#http/audit-values'
import { forbidden } from '#http/problem'
import type { Ask } from '#http/serve'
import { sightOf } from '../../crm/sight.ts'
import { changeRow } from '../../crud/change-row.ts'
import type { Services } from '../../services.ts'
import { viewLead } from './view.ts'

/** Changes what is known about the person of a lead. A masked name or number that comes back as it was shown stays as it is. */
export const editLead =
  (services: Pick<Services, 'settings'>) =>
  async ({ db, body, caller, audit }: Ask<(typeof clue)['update']>) => {
    const sight = await sightOf(db, caller)
    const { id, name, cityCode, remark } = body
    const { before, after } = await changeRow(db, 'clue', body, {
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
      target: { kind: 'clue', id },
      before: { cityCode: before.cityCode },
      after: { cityCode: after.cityCode, remark: writtenText(remark) },
    })
    return after
  }
