import { areaWorld, matching } from '#test/matrix/area-world'

export default areaWorld(async ({ one, pool, name }) => {
  const errorIn = async (status: string) => {
    const id = await one(
      `insert into error_event (source, name, message, fingerprint, status, resolved_at, release)
       values ('console', $1, '', sha256($2), $3, now(), '1.0')`,
      [`${name}-error`, Buffer.from(`${name}-${status}`), status],
    )
    await pool.query(
      `insert into error_sample (event_id, place, at, message, stack, url, user_agent, release, request_id)
       values ($1, 0, now(), '', '', '', '', '', '')`,
      [id],
    )
    return id
  }
  const [open, resolved] = [await errorIn('open'), await errorIn('resolved')]
  const filter = { keyword: `${name}-error` }
  const changed = { resolve: [open], ignore: [open, resolved], reopen: [resolved] }
  return {
    idOf: { errorEvent: open },
    marked: [open, resolved],
    calls: {
      'errorEvent.sample': () => ({ query: { at: '0' } }),
      'errorEvent.reopen': () => ({ params: { id: resolved } }),
      'errorEvent.link': () => ({ body: { version: 1, issueUrl: 'https://a.example.com/1' } }),
      ...Object.fromEntries(
        Object.entries(changed).flatMap(([act, ids]) => [
          [`errorEvent.${act}Count`, () => ({ body: { filter } })],
          [`errorEvent.${act}Matching`, (world) => ({ body: matching(filter, world, ...ids) })],
        ]),
      ),
    },
  }
})
