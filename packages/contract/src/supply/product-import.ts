import * as z from 'zod'
import { importEndpoints } from '../kernel/import.ts'

/** `noOrg`: no organization has the code of the row, or its flow is another one. */
const there = ['present', 'noOrg'] as const
const named = { name: z.string(), orgCode: z.string() }

export const productImport = importEndpoints('product', {
  into: ['产品', 'products'],
  schema: 'ProductImport',
  there,
  named,
})

export const productUvImport = importEndpoints('productUv', {
  into: ['联登产品', 'joint login products'],
  schema: 'ProductUvImport',
  there,
  named: { ...named, targetUrl: z.string() },
})
