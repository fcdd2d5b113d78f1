import { counted, document, ids, seen } from '../kernel/area-document.ts'
import { product, productUv } from './product.ts'
import { productImport, productUvImport } from './product-import.ts'

const newProduct = {
  name: '新人礼包',
  kind: 'package',
  orgId: null,
  faceFen: 10_000,
  priceFen: 9_900,
  validDays: 30,
  stock: 500,
  perUserLimit: 1,
} as const

export const productDocument = document(
  { ...product, ...productImport },
  ['产品', 'Products'],
  {
    page: { current: 1, size: 20, sort: '-priceFen', status: 'onSale', kind: 'coupon' },
    export: { status: 'onSale', format: 'xlsx', columns: ['name', 'kind', 'priceFen', 'stock'] },
    create: { ...newProduct, flow: 'full', targetUrl: null },
    update: { ...newProduct, ...seen, id: '1001', flow: 'full', targetUrl: null },
    removeMany: ids,
    move: { after: '1002', before: '1003' },
    putOnSale: seen,
    takeOffSale: seen,
    putOnSaleMany: ids,
    takeOffSaleMany: ids,
    putOnSaleCount: { filter: { status: 'draft' } },
    putOnSaleMatching: { filter: { status: 'draft' }, ...counted },
    takeOffSaleCount: { filter: { status: 'onSale' } },
    takeOffSaleMatching: { filter: { status: 'onSale' }, ...counted },
    importStart: { fileId: '1001' },
    importColumns: { fileId: '1001' },
  },
  [[/./, 'products are not about people']],
)

export const productUvDocument = document(
  { ...productUv, ...productUvImport },
  ['联登产品', 'Joint login products'],
  {
    importStart: { fileId: '1001' },
    importColumns: { fileId: '1001' },
    page: { current: 1, size: 20, flow: 'city' },
    export: { flow: 'city', format: 'csv', columns: ['name', 'targetUrl', 'status'] },
    create: { ...newProduct, flow: 'uv', targetUrl: 'https://partner.example.com/card' },
    update: {
      ...newProduct,
      ...seen,
      id: '1001',
      flow: 'uv',
      targetUrl: 'https://partner.example.com/card',
    },
    removeMany: ids,
    move: { to: 'top' },
    putOnSale: seen,
    takeOffSale: seen,
    putOnSaleMany: ids,
    takeOffSaleMany: ids,
    putOnSaleCount: { filter: { status: 'draft' } },
    putOnSaleMatching: { filter: { status: 'draft' }, ...counted },
    takeOffSaleCount: { filter: { status: 'onSale' } },
    takeOffSaleMatching: { filter: { status: 'onSale' }, ...counted },
  },
  [[/./, 'products are not about people']],
)
