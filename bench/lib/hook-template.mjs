/** How an address on this machine is told of an event. @param timeoutMs how long its answer is waited for */
export const hookTemplate = (port, timeoutMs) => ({
  secrets: [],
  maps: [],
  request: {
    method: 'POST',
    url: `http://127.0.0.1:${port}/told`,
    headers: [],
    timeoutMs,
    content: 'json',
    body: '{"id":{{ eventId | append: "" }},"event":{{ event }},"user":{{ userId | append: "" }},"at":{{ at }}}',
    sign: null,
    seal: null,
    envelope: null,
  },
  signing: 'none',
  batch: null,
  reply: {
    format: 'json',
    statuses: [200],
    refusedStatuses: [410],
    outcomes: [{ when: [{ path: '$.code', is: ['0'] }], outcome: 'ok' }],
    reason: null,
  },
})
