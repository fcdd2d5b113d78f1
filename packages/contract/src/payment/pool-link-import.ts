import * as z from 'zod'
import { importEndpoints } from '../kernel/import.ts'
import { requiredText } from '../kernel/kernel.ts'
import { fen } from '../kernel/money.ts'
import { webAddress } from '../kernel/web-address.ts'

/**
 * The address of a payment page, in its normal form: scheme and host in small letters, other characters than ASCII escaped. Two
 * spellings of one address are the same link.
 */
export const poolUrl = webAddress
  .overwrite((typed) => (URL.canParse(typed) ? new URL(typed).href : typed))
  .refine((typed) => typed.length <= 1000, 'tooLong')

/** The product of a link, by its name or id, and its collection channel by its name. */
export const poolProduct = requiredText(60)
export const poolCollection = requiredText(60)
/** What a link asks for: at least one fen. */
export const poolAmount = fen().min(1, 'range')

export const poolLinkImport = importEndpoints('poolLink', {
  into: ['收款链接', 'payment links'],
  schema: 'PoolLinkImport',
  // Why the pool does not take a link, in the order in which it is found out.
  there: ['present', 'voided', 'noProduct', 'severalProducts', 'noCollection', 'noAmount'],
  named: { url: z.string(), product: z.string() },
})
