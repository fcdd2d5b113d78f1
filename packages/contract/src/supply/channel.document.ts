import { actsOn, document, ids, requestPage, seen, signedRequest } from '../kernel/area-document.ts'
import { channel, channelUv } from './channel.ts'
import { channelImport, channelUvImport } from './channel-import.ts'

const newChannel = {
  name: '信息流一组',
  settlement: 'cpa',
  priceFen: 600,
  deductionBp: 500,
  dailyCap: 1_000,
} as const

export const channelDocument = document(
  { ...channel, ...channelImport },
  ['渠道', 'Channels'],
  {
    page: { current: 1, size: 20, sort: '-priceFen', status: 'enabled', settlement: 'cpa' },
    export: {
      status: 'enabled',
      format: 'xlsx',
      columns: ['code', 'name', 'settlement', 'priceFen'],
    },
    create: { ...newChannel, flow: 'full' },
    update: { ...newChannel, ...seen, id: '1001', flow: 'full' },
    makeKey: { isSandbox: false },
    changeSecret: { seenSecretId: '2001', overlapDays: 7 },
    requests: requestPage,
    compareSignature: signedRequest,
    importStart: { fileId: '1001' },
    importColumns: { fileId: '1001' },
    removeMany: ids,
    ...actsOn({ enable: { status: 'disabled' }, disable: { status: 'enabled' } }),
  },
  [[/./, 'stored, or the name and code of a channel, which the list shows']],
)

export const channelUvDocument = document(
  { ...channelUv, ...channelUvImport },
  ['联登渠道', 'Joint login channels'],
  {
    page: { current: 1, size: 20, flow: 'uv' },
    export: { flow: 'city', format: 'csv', columns: ['code', 'name', 'status'] },
    create: { ...newChannel, flow: 'uv' },
    update: { ...newChannel, ...seen, id: '1001', flow: 'uv' },
    makeKey: { isSandbox: true },
    changeSecret: { seenSecretId: '2001', overlapDays: 0 },
    requests: requestPage,
    compareSignature: signedRequest,
    importStart: { fileId: '1001' },
    importColumns: { fileId: '1001' },
    removeMany: ids,
    ...actsOn({ enable: { status: 'disabled' }, disable: { status: 'enabled' } }),
  },
  [[/./, 'stored, or the name and code of a channel, which the list shows']],
)
