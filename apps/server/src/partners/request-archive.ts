import type { ArchivedTable } from '#platform/archive/archived-table'
import { unpackBodies } from './request-bodies.ts'

/** The log of requests in files. The bodies are unpacked, as other tools can read them; together they are packed better. */
export const requestArchive: ArchivedTable = {
  name: 'open_request',
  // A channel, or an organization as a negative number.
  owner: 'coalesce(t.channel_id, -t.org_id)',
  columns: [
    { name: 'id', type: 'INT64' },
    { name: 'channel_id', type: 'INT64' },
    { name: 'org_id', type: 'INT64' },
    { name: 'api_key_id', type: 'INT64' },
    { name: 'call', type: 'STRING' },
    { name: 'path', type: 'STRING' },
    { name: 'code', type: 'STRING' },
    { name: 'fault', type: 'STRING' },
    { name: 'is_sandbox', type: 'BOOLEAN' },
    { name: 'is_repeat', type: 'BOOLEAN' },
    { name: 'ms', type: 'INT32' },
    { name: 'ip', type: 'STRING' },
    { name: 'request', type: 'STRING' },
    { name: 'answer', type: 'STRING' },
  ],
  select:
    't.id, t.channel_id, t.org_id, t.api_key_id, t.call, t.path, t.code, t.fault, t.is_sandbox, t.is_repeat, t.ms, t.ip, t.request, t.answer, t.bodies',
  toArchived: ({ bodies, ...row }) => (bodies === null ? row : { ...row, ...unpackBodies(bodies as Buffer) }),
}
