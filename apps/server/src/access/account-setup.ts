import { fill, type Words } from '@kabao/contract'
import { adminWords } from '@kabao/contract/access/admin.words'
import { reviewPoints } from '@kabao/contract/app/machines'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { sendMessage, superAdmins } from '#platform/db/messages'

type Way = 'made' | 'password' | 'secondFactor' | 'roles'

/**
 * Notes in the caller's transaction who set up accounts: for 30 days they are no second person beside these accounts, which the function
 * `may_be_one` of the database tells to every review.
 */
export async function noteSetup(
  db: Db,
  adminIds: readonly string[],
  { way, by }: { way: Way; by: string },
): Promise<void> {
  await sql`
    insert into account_setup (admin_id, by_admin, way)
    select id, ${by}, ${way} from unnest(${[...adminIds]}::bigint[]) id where id <> ${by}::bigint
    on conflict (admin_id, by_admin) do update set way = excluded.way, at = now()`.execute(db)
}

/** The reviews that these menu nodes allow, by their names; empty if there are none. */
const namesOfReviews = (nodes: Iterable<string>): Words[] =>
  [...nodes].flatMap((node) => {
    const name = reviewPoints.get(node)
    return name ? [name] : []
  })

interface Given {
  to: 'account' | 'role'
  /** The name of the account or the role. */
  name: string
  /** The nodes that it did not have before. */
  nodes: Iterable<string>
  by: string
}

/** Tells the super administrators that an account or a role may review what it could not review before, in the caller's transaction. */
export async function tellOfReviews(db: Db, { to, name, nodes, by }: Given): Promise<void> {
  const reviews = namesOfReviews(nodes)
  if (reviews.length === 0) return
  const { title, text } = adminWords.tree.mayReview
  const inLanguage = (language: 0 | 1, joint: string) => {
    const values = { name, by, reviews: [...new Set(reviews.map((each) => each[language]))].join(joint) }
    return fill(text[to][language], values)
  }
  await sendMessage(db, {
    to: await superAdmins(db),
    kind: 'notice',
    title: title[to],
    content: [inLanguage(0, '、'), inLanguage(1, ', ')],
    link: { name: to === 'account' ? 'AdminList' : 'AdminRoleList', query: {} },
  })
}
