import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counterOf, type Ended, endedOf, matchStep, type Plan, settlePushes } from '#test/batch-calls'
import { batchWorld, type OpenPush } from '#test/batch-world'
import { startApp } from '#test/harness'

const app = startApp()
const world = batchWorld(app)
/** How many random histories are tried; more by BATCH_RUNS. */
const runs = Number(process.env.BATCH_RUNS ?? 12)
const settle = (...wanted: Ended[]) => settlePushes(app.servicePool, wanted)

const ending = fc.record({
  plan: fc.nat(2),
  outcome: fc.constantFrom<Ended['outcome']>(
    'accepted',
    'accepted',
    'rejected',
    'duplicate',
    'failed',
    'unknown',
  ),
  price: fc.option(fc.integer({ min: 0, max: 30 })),
  isReleased: fc.boolean(),
})
/** In the functions' own order: those that are settled alone come last. */
const isAlone = ({
  outcome,
  price,
  isReleased,
}: {
  outcome: string
  price: number | null
  isReleased: boolean
}) => outcome === 'accepted' && isReleased && (price ?? 20) > 0

/** Of two whose prices are not held any more, one costs more than is left. */
const short = [30, 20].map((price) => ({ plan: 0, outcome: 'accepted' as const, price, isReleased: true }))

test('random batches end as one after the other would: the books to the fen, the counters, the answers', async () => {
  let unpaid = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(ending, { minLength: 1, maxLength: 12 }),
      fc.nat(60),
      async (endings, spent) => {
        const results = await Promise.all(
          [true, false].map(async (isBatch) => {
            const first = await world.plan({ balance: 1_000 })
            const plans = [first, await world.plan({ org: first.org }), await world.plan({ balance: 1_000 })]
            const all: Ended[] = []
            for (const { plan, outcome, price } of endings) {
              const [push] = (await world.open(1, plans[plan] as Plan, {
                price: 20,
                lowest: 0,
                highest: 30,
              })) as [OpenPush]
              all.push(endedOf(push, outcome, { price, next: outcome === 'accepted' ? null : matchStep }))
            }
            await world.release(...all.filter((_, nth) => endings[nth]?.isReleased).map(({ push }) => push))
            // Little more than what is held is left, so that not all can be held anew.
            const spend = await world.one<{ outcome: string }>(
              `select outcome from book_transfer((select id from account where org_id = $1), (select id from account where kind = 'adjustment'),
          (select balance_fen - held_fen - $2 from account where org_id = $1), 'adjust', 'test', $1::text, '2026-11-20', null, null, 0)`,
              ...[first.org, spent],
            )
            expect(spend.outcome).toBe('booked')
            const [alone, rest] = [
              all.filter((_, nth) => isAlone(endings[nth] as never)),
              all.filter((_, nth) => !isAlone(endings[nth] as never)),
            ]
            const answers = isBatch ? await settle(...all) : []
            if (isBatch && all.length > 1)
              expect(answers.filter(({ outcome }) => outcome === 'alone').map(({ push }) => push)).toEqual(
                alone.map(({ push }) => push),
              )
            for (const one of isBatch ? (all.length > 1 ? alone : []) : [...rest, ...alone])
              answers.push(...(await settle(one)))
            unpaid += answers.filter(({ outcome }) => outcome === 'unpaid').length
            return {
              pushes: await world.all(
                'select p.status, p.price_fen, d.kind, d.claims, u.status as user from push_record p join "user" u on u.id = p.user_id left join due_step d on d.user_id = u.id where p.id = any($1) order by p.id',
                all.map(({ push }) => push),
              ),
              accounts: await Promise.all(plans.map(({ org }) => world.accountOf(org))),
              uses: await Promise.all(plans.map(({ plan }) => world.useOf(counterOf(plan)))),
              answers: await Promise.all(plans.map(({ plan }) => world.answersOf(plan))),
              charges: await Promise.all(
                plans.map(({ org }) =>
                  world.one(
                    `select count(*)::int as n, coalesce(sum(t.amount_fen), 0)::int as fen from transfer t join account a on a.id = t.account_id where a.org_id = $1 and t.kind = 'charge'`,
                    org,
                  ),
                ),
              ),
            }
          }),
        )
        const [batch, single] = results as [(typeof results)[number], (typeof results)[number]]
        expect(batch).toEqual(single)
        // Each figure follows from how the pushes ended.
        for (const nth of [0, 1, 2]) {
          const own = endings.flatMap(({ plan, outcome }, at) =>
            plan === nth ? [{ outcome, ...(batch.pushes[at] as { status: string; price_fen: number }) }] : [],
          )
          const paid = own.filter(({ status }) => status === 'accepted')
          const open = own.filter(({ status }) => status === 'unknown').length
          const fen = paid.reduce((sum, { price_fen: price }) => sum + price, 0)
          expect(batch.uses[nth]).toEqual({ used: paid.length + open, fen: fen + 30 * open })
          expect(batch.answers[nth]).toEqual({
            answered: own.filter(({ status }) => ['accepted', 'rejected', 'duplicate'].includes(status))
              .length,
            accepted: paid.length,
          })
        }
      },
    ),
    { numRuns: runs, examples: [[short, 20]] },
  )
  expect(unpaid).toBeGreaterThan(0)
})
