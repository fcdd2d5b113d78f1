import type { Db } from './client.ts'
import { contains } from './pattern.ts'

interface Search {
  keyword?: string | undefined
  id?: string | undefined
}
type Flow = 'full' | 'half' | 'uv' | 'city'

/** The maximum number of results. */
const enough = 50

/** Organisations for a choice: by a part of the name or code, or one by its id; of these flows, or of any. */
export function findOrgs(db: Db, { keyword, id }: Search, flows?: readonly Flow[]) {
  let rows = db.selectFrom('org').select(['id', 'code', 'name'])
  if (flows) rows = rows.where('flow', 'in', flows)
  if (id) rows = rows.where('id', '=', id)
  if (keyword) {
    const pattern = contains(keyword)
    rows = rows.where((is) =>
      is.or([is('name', 'ilike', pattern), is('shortName', 'ilike', pattern), is('code', 'like', pattern)]),
    )
  }
  return rows.orderBy('name').orderBy('id').limit(enough).execute()
}
