import { intakeClient } from './client.mjs'

/** Typical filters of the user list, and no filter. */
export const filters = [
  { name: 'no filter', filter: {} },
  { name: 'status', filter: { status: 'accepted' } },
  { name: 'city 440300', filter: { cityCode: '440300' } },
  { name: 'status + city', filter: { status: 'accepted', cityCode: '440300' } },
  { name: 'channel', filter: { channelId: '3' } },
  {
    name: 'registered in October',
    filter: { createdFrom: '2026-10-01T00:00:00.000Z', createdTo: '2026-11-01T00:00:00.000Z' },
  },
  { name: 'name', filter: { name: '李明' } },
  { name: 'surname', filter: { name: '王' } },
  { name: 'phone, last 4', filter: { phone: '2571' } },
  { name: 'risk + flow', filter: { riskLevel: 'high', flow: 'full' } },
]

const size = 20
const deepPage = 500

/** Page 1 and page 500 of each filter; for a shorter list, its last full page. */
export async function requestsFor(app, token) {
  const client = intakeClient(app, token)
  try {
    const requests = []
    for (const { name, filter } of filters) {
      const { total } = await client.page({ ...filter, current: 1, size })
      const deepest = Math.min(deepPage, Math.floor(total / size))
      requests.push({ name, depth: 'first', body: { ...filter, current: 1, size } })
      if (deepest > 1) requests.push({ name, depth: 'deep', body: { ...filter, current: deepest, size } })
    }
    return requests
  } finally {
    client.close()
  }
}
