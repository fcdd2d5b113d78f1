import { actsOn, document, ids, requestPage, seen, signedRequest } from '../kernel/area-document.ts'
import { org, orgUv } from './org.ts'

/** A connection template begins empty; the shipped ones show what belongs into it. */
const emptyTemplate = { secrets: [], maps: [], stages: {} }

const newOrg = {
  name: '华南信用卡中心',
  shortName: '华南信用',
  licenceNo: '91440300MA5EXAMPLE',
  contactName: '陈经理',
  contactPhone: '13800001234',
  cityCodes: ['440100', '440300'],
  agreements: [{ name: '个人信息授权书', version: '1.0', url: 'https://partner.example.com/agreement/1' }],
  alertFen: 500_000,
  remark: '',
}

const plainOrg = { ...newOrg, flow: 'full' as const, loginUrl: null }

const uvOrg = { ...newOrg, flow: 'uv' as const, loginUrl: 'https://partner.example.com/login' }

export const orgDocument = document(
  org,
  ['机构', 'Organizations'],
  {
    saveCaps: { version: 3, caps: [{ span: 'day', most: 500, mostFen: 2_000_000 }] },
    makeKey: { isSandbox: false },
    changeSecret: { seenSecretId: '2001', overlapDays: 7 },
    requests: requestPage,
    compareSignature: signedRequest,
    page: { current: 1, size: 20, sort: 'availableFen', flow: 'half', balanceState: 'low' },
    export: { status: 'enabled', format: 'xlsx', columns: ['code', 'name', 'availableFen'] },
    previewTemplate: { template: emptyTemplate, stage: 'submit' },
    saveTemplate: { version: 0, template: emptyTemplate },
    tryTemplate: { stage: 'submit' },
    create: { ...plainOrg, code: 'hnka01' },
    update: { ...plainOrg, ...seen, id: '1001' },
    removeMany: ids,
    ...actsOn({ enable: { status: 'paused' }, pause: { status: 'enabled' }, disable: { status: 'paused' } }),
  },
  [[/./, 'organizations; a contact is stored, and no list is filtered by it']],
)

export const orgUvDocument = document(
  orgUv,
  ['联登机构', 'Joint login organizations'],
  {
    saveCaps: { version: 3, caps: [{ span: 'hour', most: 50 }] },
    makeKey: { isSandbox: true },
    changeSecret: { seenSecretId: '2001', overlapDays: 0 },
    requests: requestPage,
    compareSignature: signedRequest,
    previewTemplate: { template: emptyTemplate, stage: 'submit' },
    saveTemplate: { version: 0, template: emptyTemplate },
    tryTemplate: { stage: 'submit' },
    page: { current: 1, size: 20, sort: 'availableFen', flow: 'city', balanceState: 'low' },
    export: { status: 'enabled', format: 'xlsx', columns: ['code', 'name', 'availableFen'] },
    create: { ...uvOrg, code: 'hnka01' },
    update: { ...uvOrg, ...seen, id: '1001' },
    removeMany: ids,
    ...actsOn({ enable: { status: 'paused' }, pause: { status: 'enabled' }, disable: { status: 'paused' } }),
  },
  [[/./, 'organizations; a contact is stored, and no list is filtered by it']],
)
